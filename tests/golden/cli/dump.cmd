# exit 0
run
conflict.ptx
-k
branch
--grid
1
--block
32
--arg
out=u8[128]:fill=65
--metrics
global_st_sectors
--dump
out={WORK}/dump.bin
-o
{WORK}/dump.txt
# file dump.txt
