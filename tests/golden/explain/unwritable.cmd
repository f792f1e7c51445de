# exit 1
explain
-q
../../../kernels/divergence.cu:{if (threadIdx.x / warpSize % 2 == 0)}
--gpu
h200
-o
/nonexistent/page.txt
