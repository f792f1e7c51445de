# exit 0
explain
-q
names.cu:25
--launch
names<<<1,(16,4),128>>>(out, bodies, 3)
--buffer
out=f32[64]
--buffer
bodies=f32[64]:zero
--json
