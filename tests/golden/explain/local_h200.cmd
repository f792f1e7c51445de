# exit 0
explain
-q
../../../kernels/local_memory.cu:20
