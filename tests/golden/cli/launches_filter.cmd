# exit 0
run
conflict.ptx
--buffer
out=s32[1024]
--launch
conflict<<<4, 256>>>(out, 1)
--launch
branch<<<1, 32>>>(out)
--metrics
global_st_sectors
-k
regex:bra
