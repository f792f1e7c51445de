# exit 0
explain
-q
../../corpus/mma_inline.cu:58
--gpu
h200
--mode
cycles
