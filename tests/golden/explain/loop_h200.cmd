# exit 0
explain
-q
../../../kernels/divergence.cu:{while (n != 1) {}
--visit
20
