# exit 0
explain
-q
../../../kernels/stencil.cu:{sum += in[(y + 1 + dy) * PITCH + x + 1 + dx];}
--gpu
8800gtx
