# exit 2
explain
-q
beyond.cu:{o[threadIdx.x + n] = t[threadIdx.x * 2];}
--launch
k<<<1,32>>>(o, 1<<20)
--buffer
o=f32[64]
