# exit 1
run
templates.cu
--grid
1
--block
32
