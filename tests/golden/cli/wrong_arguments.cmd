# exit 1
run
conflict.ptx
-k
conflict
--grid
4
--block
256
--arg
1.5
--arg
x=f32[4]
