# exit 1
gpus
--from
conflict.cu
