# exit 0
explain
-q
../../../kernels/transpose.cu:{out[(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];}#2
