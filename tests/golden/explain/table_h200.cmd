# exit 0
explain
-q
../../../kernels/shared_banks.cu:{sum += table[row][column];}
-k
sum_rows<32>
--gpu
h200
