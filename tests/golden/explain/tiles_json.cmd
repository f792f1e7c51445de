# exit 0
explain
-q
--json
../../hardware/hopper/product.cu:43
--gpu
h200
