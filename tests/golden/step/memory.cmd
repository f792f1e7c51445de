# exit 0
step
-q
../explain/names.cu
--launch
names<<<1,(16,4),128>>>(out, bodies, 3)
--buffer
out=f32[64]
--buffer
bodies=f32[64]:zero
-x
memory.txt
