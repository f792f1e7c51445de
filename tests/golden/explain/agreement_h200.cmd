# exit 0
explain
-q
../../../kernels/divergence.cu:{if (threadIdx.x / warpSize % 2 == 0)}
--gpu
h200
