# exit 0
explain
-q
../../../kernels/predication.cu:49
