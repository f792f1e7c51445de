# exit 1
run
-q
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
stride=1
--baseline
json.out
