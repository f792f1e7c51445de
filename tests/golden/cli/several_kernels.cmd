# exit 1
run
conflict.ptx
--grid
1
--block
1
