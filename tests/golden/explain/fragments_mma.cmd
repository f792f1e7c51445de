# exit 0
explain
-q
../../corpus/mma_inline.cu:{HMMA16816(d[j], a, b);}
--gpu
h200
