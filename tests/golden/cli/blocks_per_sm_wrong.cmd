# exit 1
run
-q
conflict.ptx
--buffer
out=s32[256]
--launch
branch<<<4, 64>>>(out)
--mode
cycles
--blocks-per-sm
2,0
