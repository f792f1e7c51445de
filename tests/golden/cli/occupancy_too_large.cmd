# exit 1
occupancy
--gpu
h200,gtx280
--block
2048
