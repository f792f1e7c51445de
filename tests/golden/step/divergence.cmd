# exit 0
step
-q
../../../kernels/divergence.cu
-k
branch_nested
--warp
0,1
-x
divergence.txt
