# exit 1
run
conflict.ptx
-k
branch
--grid
4
--block
256
--arg
out=s32[1024]:iotta
