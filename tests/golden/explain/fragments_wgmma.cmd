# exit 0
explain
-q
../../hardware/hopper/product.cu:56
--gpu
h200
