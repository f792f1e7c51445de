# exit 1
run
--import
conflict.cu
