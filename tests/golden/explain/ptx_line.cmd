# exit 0
explain
-q
../cli/conflict.ptx:29
-k
conflict
--grid
4
--block
256
--arg
out=s32[1024]
--arg
stride=32
