# exit 0
explain
-q
../../../kernels/coalescing.cu:22
-k
copy_with_offset
-s
1
-c
1
--gpu
gtx480
