# exit 0
explain
-q
../../../kernels/coalescing.cu:{out[i] = in[i].x + in[i].y + in[i].z + in[i].mass;}
-k
sum_structures
--gpu
8800gtx
