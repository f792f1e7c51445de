# exit 1
explain
-q
../../../kernels/divergence.cu:{if (thread % 2 == 0) {}
--visit
2
