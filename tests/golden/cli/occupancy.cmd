# exit 0
occupancy
--gpu
gtx280
--block
256
--regs
16
--smem
4096
