# exit 0
explain
-q
../../../kernels/barriers.cu:{out[i] = cluster.map_shared_rank(values, next)[threadIdx.x];}
