# exit 0
explain
-q
one_array.cu:11
--launch
one_array<<<1,32>>>(out)
--buffer
out=f32[32]
