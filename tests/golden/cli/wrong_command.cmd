# exit 1
rnu
conflict.ptx
