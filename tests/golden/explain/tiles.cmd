# exit 0
explain
-q
../../hardware/hopper/product.cu:43
--gpu
h200
