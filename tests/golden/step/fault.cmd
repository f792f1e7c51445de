# exit 2
step
-q
fault.ptx
-k
beyond
--grid
1
--block
32
--arg
out=u32[64]
--out-of-bounds
stop
-x
fault.txt
