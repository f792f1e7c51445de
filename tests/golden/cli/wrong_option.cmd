# exit 1
run
conflict.ptx
--gird
4
