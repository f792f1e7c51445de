# exit 0
explain
-q
../../../kernels/histogram.cu:26
--warp
0,1
--visit
2
