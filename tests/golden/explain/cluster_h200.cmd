# exit 0
explain
-q
../../../kernels/barriers.cu:85
