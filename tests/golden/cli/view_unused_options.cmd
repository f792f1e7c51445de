# exit 0
view
guarded.ptx
--json
--svg
lanes:line=14
-o
{WORK}/view_unused_options.svg
--buffer
out=s32[64]
--launch
guarded<<<1,64>>>(out)
