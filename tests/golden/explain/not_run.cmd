# exit 1
explain
-q
beyond.cu:{o[3] = t[5];}
--launch
k<<<1,32>>>(o, 0)
--buffer
o=f32[64]
