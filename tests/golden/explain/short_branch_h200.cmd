# exit 0
explain
-q
../../../kernels/predication.cu:{if (is_second) {}
