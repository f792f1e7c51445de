# exit 0
run
-q
one_array_nvcc.ptx
--launch
one_array<<<1,32>>>(out)
--buffer
out=f32[32]
