# exit 0
explain
-q
../../../kernels/shared_banks.cu:136
--gpu
h200
--mode
cycles
--json
