# exit 1
compile
../cuda_errors/missing_header.cu
-o
/dev/null
