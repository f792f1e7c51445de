# exit 1
explain
-q
beyond.cu:10
--launch
k<<<1,32>>>(o, 0)
--buffer
o=f32[64]
