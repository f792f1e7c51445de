# exit 0
run
conflict.ptx
--buffer
out=s32[4096]
--launch
conflict<<<4,256>>>(out,1)
--launch
conflict<<<4,256>>>(out,32)
--launch
branch<<<4,256>>>(out)
-k
conflict
--launch-skip-before-match
1
--page
launches
