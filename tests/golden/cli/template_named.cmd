# exit 1
run
templates.cu
-k
pool
--grid
1
--block
32
