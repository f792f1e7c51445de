# exit 0
run
-q
conflict.ptx
--buffer
out=s32[256]
--buffer
reals=f32[512]:iota
--launch
branch<<<1, 32>>>(out)
--metrics
shared_ld
--print
reals[8:12]
--print
reals[98:102]
