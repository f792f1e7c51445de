# exit 0
explain
-q
edges.ptx:19
-k
edges
--grid
1
--block
32
--arg
p=s32[1024]
