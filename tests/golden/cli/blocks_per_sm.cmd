# exit 0
run
-q
conflict.ptx
--buffer
out=s32[65536]
--launch
branch<<<1024, 64>>>(out)
--mode
cycles
--gpu
gtx680,h200
--blocks-per-sm
1,4
-m
launch__registers_per_thread,sm__warps_active.avg.per_cycle_active,sm__maximum_warps_per_active_cycle_pct
