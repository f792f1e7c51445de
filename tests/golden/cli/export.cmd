# exit 0
run
conflict.ptx
--buffer
out=s32[128]
--launch
branch<<<2, 64>>>(out)
--export
{WORK}/export.json
