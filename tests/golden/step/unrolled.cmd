# exit 0
step
-q
unrolled.cu
-x
unrolled.txt
