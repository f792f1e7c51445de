# exit 0
explain
-q
../../../kernels/predication.cu:{bool is_second = t % 2 == 0, is_fourth = t % 4 == 0, is_third = t % 3 == 0;}
