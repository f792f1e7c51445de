# exit 1
run
conflict.cu
-k
conflict
--grid
1
--block
32
--arg
out=s32[1024]
--arg
sride=1
