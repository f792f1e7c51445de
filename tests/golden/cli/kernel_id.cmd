# exit 0
run
conflict.ptx
--launch
conflict<<<4,256>>>(out,1)
--launch
conflict<<<4,256>>>(out,32)
--launch
conflict<<<8,256>>>(out,32)
--buffer
out=s32[4096]
--kernel-id
::conflict:2
--page
launches
