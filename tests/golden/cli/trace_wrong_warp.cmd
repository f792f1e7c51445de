# exit 1
run
conflict.ptx
--launch
conflict<<<4, 64>>>(out, 32)
--buffer
out=s32[256]
--warp
1,2,3
--trace
{WORK}/trace.json
