# exit 1
run
conflict.ptx
-k
branch
--grid
1
--block
32
--arg
out=s32[32]:file=conflict.ptx
