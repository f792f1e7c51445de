# exit 0
run
templates.cu
-k
shapes::scan<float>
--grid
1
--block
4
--arg
x=f32[4]:iota
--print
x
-m
inst_executed
