# exit 0
explain
-q
sequences.cu:5
--gpu
h200
