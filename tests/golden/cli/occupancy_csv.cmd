# exit 0
occupancy
--gpu
h200
--block
1024
--regs
64
--smem
100000
--csv
