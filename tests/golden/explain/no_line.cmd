# exit 1
explain
-q
../../../kernels/divergence.cu
