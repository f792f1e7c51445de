# exit 0
step
-q
../../../kernels/reduction.cu
-k
reduce_modulo
--mode
cycles
-x
waits.txt
