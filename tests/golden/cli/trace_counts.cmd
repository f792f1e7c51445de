# exit 1
run
conflict.ptx
-k
conflict
--grid
1
--block
64
--arg
out=s32[64]
--arg
stride=32
--mode
counts
--trace
{WORK}/trace.json
