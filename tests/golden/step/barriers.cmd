# exit 0
step
-q
../../../kernels/barriers.cu
-x
barriers.txt
