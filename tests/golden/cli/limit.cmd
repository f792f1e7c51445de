# exit 124
run
conflict.ptx
-k
spin
--grid
1
--block
32
--arg
out=s32[1]
--max-instructions
10000
--metrics
global_st_requests
--threads
1
