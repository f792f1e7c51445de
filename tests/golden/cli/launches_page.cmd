# exit 0
run
twins.cu
--buffer
out=s32[1024]
--launch
conflict<<<1, 256>>>(out, -1)
--launch
conflict<<<(1, 1, 2), (16, 16)>>>(out, 2)
--launch
conflict<<<1, 256>>>(out, 32)
--page
launches
