# exit 0
run
conflict.ptx
-k
conflict
--grid
4
--block
1024
--arg
out=s32[4096]
--arg
1
--gpu
gtx280,h200
--metrics
shared_ld
