# exit 1
conflict.cu
--gpu
8800gtx,nonsense
