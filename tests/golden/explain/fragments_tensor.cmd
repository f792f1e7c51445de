# exit 0
explain
-q
tensor_memory.ptx:11
-k
k
--grid
1
--block
32
--gpu
b200
