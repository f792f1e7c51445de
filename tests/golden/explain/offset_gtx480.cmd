# exit 0
explain
-q
../../../kernels/coalescing.cu:{out[i] = in[i + offset];}
-k
copy_with_offset
-s
1
-c
1
--gpu
gtx480
