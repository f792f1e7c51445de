# exit 0
explain
-q
../../../kernels/constant.cu:32
-k
read_indexed
-s
3
-c
1
--gpu
gtx280
