# exit 1
run
kernel_names.cu
-k
two
--grid
1
--block
4
--arg
x=s32[4]:iota
--print
x
-m
inst_executed
