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
out=texture2d:f32x4294967297[4x4]
