# exit 1
view
--paeg
raw
conflict.ptx
