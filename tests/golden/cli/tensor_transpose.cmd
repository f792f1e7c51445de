# exit 0
run
tensor.ptx
-k
transpose
--grid
1
--block
32
--gpu
h200
--metrics
smsp__inst_executed.sum
