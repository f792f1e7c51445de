# exit 0
explain
-q
../../corpus/mma_inline.cu:65
--gpu
h200
--json
