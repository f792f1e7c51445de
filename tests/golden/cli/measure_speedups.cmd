# exit 0
run
conflict.ptx
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
--mode
cycles
--measure-speedups
