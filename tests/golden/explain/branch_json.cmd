# exit 0
explain
-q
../../../kernels/divergence.cu:{if (thread % 2 == 0) {}
--gpu
h200
--json
