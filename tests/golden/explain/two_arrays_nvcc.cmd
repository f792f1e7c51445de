# exit 0
run
-q
two_arrays_nvcc.ptx
--launch
two<<<1,32>>>(out, in)
--buffer
out=f32[32]
--buffer
in=f32[32]:zero
