# exit 0
explain
-q
sequences.cu:6
--gpu
h200
