# exit 2
run
conflict.ptx
-k
conflict
--grid
4
--block
256
--arg
out=s32[1000]
--arg
1
--metrics
shared_ld
--print
out[996:1000]
--threads=1
