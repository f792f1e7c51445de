# exit 0
step
-q
../../../kernels/reduction.cu
-k
reduce_sequential
--warp
0
--max-events
20
-x
cut_off.txt
