# exit 1
run
conflict.ptx
--launch
conflict<<<1, 32>>>(out, 1)
--buffer
out=s32[1024]
-k
conflic
