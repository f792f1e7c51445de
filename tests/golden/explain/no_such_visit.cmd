# exit 1
explain
-q
../../../kernels/divergence.cu:81
--visit
2
