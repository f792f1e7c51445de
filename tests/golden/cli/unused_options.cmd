# exit 0
run
conflict.ptx
--launch
branch<<<4,256>>>(out)
--buffer
out=s32[4096]
--print-units
base
--print-source
ptx
--page
raw
-m
inst_executed
