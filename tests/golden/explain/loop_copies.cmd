# exit 0
explain
-q
loop_copies.cu:{tile[threadIdx.x][0] = sum + k;}
