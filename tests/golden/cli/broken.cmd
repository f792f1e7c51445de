# exit 1
run
broken.ptx
--grid
1
--block
1
