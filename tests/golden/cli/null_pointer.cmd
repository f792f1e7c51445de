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
0
--metrics
shared_ld
--threads=1
