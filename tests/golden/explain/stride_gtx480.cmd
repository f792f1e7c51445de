# exit 0
explain
-q
../../../kernels/coalescing.cu:{out[i] = in[i * stride];}
-k
copy_with_stride
-s
1
-c
1
--gpu
gtx480
