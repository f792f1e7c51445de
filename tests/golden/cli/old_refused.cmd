# exit 1
run
old_3_2.ptx
-k
warp_sum
--grid
1
--block
64
--gpu
gtx480
--arg
in=f32[64]:iota
--arg
out=f32[64]
-m
smsp__inst_executed.sum
