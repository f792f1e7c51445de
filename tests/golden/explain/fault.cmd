# exit 2
explain
-q
beyond.cu:8
--launch
k<<<1,32>>>(o, 1<<20)
--buffer
o=f32[64]
