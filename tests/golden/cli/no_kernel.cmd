# exit 1
run
conflict.ptx
-k
conflikt
--grid
1
--block
1
