# exit 0
run
conflict.ptx
--buffer
out=s32[1024]
--launch
conflict<<<4, 256>>>(out, 1)
--launch
conflict<<<(2, 2), (16, 16)>>>(out, 2)
--launch
branch<<<1, 32>>>(out+32)
--metrics
shared_ld_wavefronts,global_st_sectors
-s
1
-c
2
