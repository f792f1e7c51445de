# exit 0
explain
-q
../../../kernels/coalescing.cu:51
-k
sum_structures
--gpu
8800gtx
