# exit 1
run
conflict.ptx
-k
branch
--arg
out=s32[32]
