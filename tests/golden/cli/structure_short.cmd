# exit 1
run
structure.ptx
--grid
1
--block
4
--arg
f32(0.5) s32(2)
--arg
out=f64[4]
