# exit 1
explain
-q
../../../kernels/divergence.cu:{if (thread % 2 == 0) {}
--warp
0,99
