# exit 1
run
conflict.ptx
--buffer
out=s32[1024]
--launch
branch<<4, 256>>(out)
