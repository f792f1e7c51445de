# exit 0
run
old_1_3.ptx
-k
functions
--grid
1
--block
32
--gpu
8800gtx
--arg
out=f32[256]
--print
out[8:16]
-m
smsp__inst_executed.sum
