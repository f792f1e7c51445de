# exit 0
explain
-q
../../../kernels/histogram.cu:{atomicAdd(&block_bins[values[i]], 1);}
--gpu
gtx280
