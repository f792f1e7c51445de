# exit 1
explain
-q
../../../kernels/divergence.cu:55
--gpu
h200
-o
/nonexistent/page.txt
