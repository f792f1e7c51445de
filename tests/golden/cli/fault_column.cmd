# exit 2
run
conflict.ptx
-k
branch
--grid
1
--block
32
--arg
out=s32[16]
--gpu
gtx280,h200
--metrics
inst_executed
--out-of-bounds
stop
--threads=1
