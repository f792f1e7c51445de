# exit 0
run
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
--metrics
shared_ld,shared_ld_wavefronts,shared_ld_ideal,shared_st_wavefronts,global_st_requests,global_st_sectors
--gpu
8800gtx,gtx280,c2050,k40,gtx980,h200
