# exit 1
run
conflict.cu
-k
spinn
--grid
1
--block
1
