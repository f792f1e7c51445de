# exit 0
explain
-q
../../../kernels/divergence.cu:108
--visit
20
