# exit 0
explain
-q
../../../kernels/stencil.cu:20
--gpu
h200
