# exit 1
run
conflict.cu
--compiler
nvcc
-k
spinn
--grid
1
--block
1
