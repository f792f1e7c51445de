# exit 0
explain
-q
../../../kernels/local_memory.cu:{bins[values[i * threads + thread] % BINS]++;}
