# exit 0
explain
-q
two_arrays.cu:11
--launch
two<<<1,32>>>(out, in)
--buffer
out=f32[32]
--buffer
in=f32[32]:zero
