# exit 0
# file trace.json
run
trace.ptx
--grid
1
--block
64
--arg
words=u32[64]:iota
--gpu
trace.gpu
--trace
{WORK}/trace.json
--metrics
sm__cycles_elapsed.max
