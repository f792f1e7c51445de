# exit 1
step
-q
variables.cu
-x
variables.txt
