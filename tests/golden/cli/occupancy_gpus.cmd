# exit 0
occupancy
--gpu
8800gtx,t4,h200
--block
250
--regs
20
--smem
9000
