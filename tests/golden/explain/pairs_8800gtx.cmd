# exit 0
explain
-q
../../../kernels/shared_banks.cu:{words[2 * t] = in[2 * t];}
--gpu
8800gtx
