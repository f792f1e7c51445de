# exit 0
explain
-q
../../../kernels/coalescing.cu:{out[i] = in[i * stride];}
