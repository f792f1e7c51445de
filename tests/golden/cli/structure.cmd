# exit 0
run
structure.ptx
--grid
1
--block
4
--arg
mixed=f32(0.5) s32(2) f64(100) s16(1, 2, 3)
--arg
out=f64[4]
--metrics
warps_launched
--print
out
