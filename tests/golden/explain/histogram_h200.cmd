# exit 0
explain
-q
../../../kernels/histogram.cu:{atomicAdd(&block_bins[values[i]], 1);}
--warp
0,1
--visit
2
