# exit 1
run
missing.ptx
--grid
1
--block
1
