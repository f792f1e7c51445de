# exit 0
explain
-q
../../../kernels/constant.cu:{sum += constant_table[(mine + round) % ENTRIES];}
-k
read_indexed
-s
3
-c
1
--gpu
8800gtx
