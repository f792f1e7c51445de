# exit 0
explain
-q
../../../kernels/shared_banks.cu:147
--gpu
8800gtx
