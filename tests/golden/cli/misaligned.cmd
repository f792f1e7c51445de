# exit 0
run
conflict.ptx
--buffer
out=s32[33793]
--launch
conflict<<<132, 256>>>(out + 1, 1)
