# exit 0
compare
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
--import
compare_figures.csv
--gpu
gtx280
--csv
