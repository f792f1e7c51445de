# exit 2
step
-q
deadlock.ptx
-k
parted
--grid
1
--block
32
--arg
out=u32[64]
-x
deadlock.txt
