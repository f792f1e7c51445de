# exit 1
step
-q
../../../kernels/reduction.cu
-k
reduce_sequential
--warp
0
-x
wrong.txt
