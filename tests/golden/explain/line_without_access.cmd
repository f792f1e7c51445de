# exit 1
explain
-q
../../../kernels/divergence.cu:{x = work_c(x);}
