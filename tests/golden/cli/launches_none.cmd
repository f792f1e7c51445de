# exit 1
run
conflict.ptx
--buffer
out=s32[4096]
--launch
conflict<<<4, 256>>>(out, 1)
-k
branch
--expect
shared_excess==0
