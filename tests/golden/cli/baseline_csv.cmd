# exit 0
run
-q
conflict.ptx
--buffer
out=s32[256]
--launch
branch<<<4, 64>>>(out)
--baseline
json.out
--page
raw
--csv
-m
warps_launched,branch_divergent
