# exit 1
explain
-q
../../../kernels/divergence.cu:81
--warp
0,99
