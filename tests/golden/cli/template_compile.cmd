# exit 0
compile
templates.cu
-k
pool<int, 3>
-o
{WORK}/pool.ptx
