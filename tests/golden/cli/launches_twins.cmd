# exit 3
run
twins.cu
--buffer
out=s32[1024]
--launch
conflict<<<1, 256>>>(out, -1)
--launch
types<int><<<1, 32>>>(out, 1, 2, 3, 4, 5, 6, 7)
--launch
conflict<<<1, 256>>>(out, 32)
--launch
conflict<<<1, 128>>>(out, 32)
--launch
types<int><<<1, 32>>>(out, -1, 4000000000, -3, -4.5, 1e-9, -5000000000, 7)
--gpu
k40,h200
-m
shared_ld_wavefronts
--expect
shared_excess==0
