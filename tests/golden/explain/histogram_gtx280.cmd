# exit 0
explain
-q
../../../kernels/histogram.cu:26
--gpu
gtx280
