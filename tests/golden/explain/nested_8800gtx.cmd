# exit 0
explain
-q
../../../kernels/divergence.cu:81
--gpu
8800gtx
