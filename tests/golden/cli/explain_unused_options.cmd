# exit 0
explain
guarded.ptx:14
--csv
-m
inst_executed
--buffer
out=s32[64]
--launch
guarded<<<1,64>>>(out)
