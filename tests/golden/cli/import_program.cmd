# exit 1
run
conflict.cu
--import
json.out
