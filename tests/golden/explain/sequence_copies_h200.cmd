# exit 0
explain
-q
sequences.cu:7
--gpu
h200
