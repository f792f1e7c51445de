# exit 1
run
conflict.ptx
--launch
conflict<<<4, 64>>>(out, 32)
--buffer
out=s32[256]
--block
9
--metrics
smsp__inst_executed.sum
--trace
{WORK}/trace.json
