# exit 0
explain
-q
../../../kernels/shared_banks.cu:136
-k
sum_rows<32>
--gpu
8800gtx
