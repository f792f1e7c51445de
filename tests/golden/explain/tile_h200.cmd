# exit 0
explain
-q
../../../kernels/transpose.cu:51
