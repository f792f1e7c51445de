# exit 1
view
--svg
segments:line=2
conflict.ptx
-k
conflict
--grid
4
--block
256
--arg
out=s32[1024]
--arg
stride=32
-o
{WORK}/none.svg
