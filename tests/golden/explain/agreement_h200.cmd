# exit 0
explain
-q
../../../kernels/divergence.cu:55
--gpu
h200
