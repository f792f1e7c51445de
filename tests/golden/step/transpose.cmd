# exit 0
step
-q
../../../kernels/transpose.cu
-k
transpose_tiled
-x
transpose.txt
