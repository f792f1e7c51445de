# exit 0
run
kernel_names.cu
-k
two(int*)
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
