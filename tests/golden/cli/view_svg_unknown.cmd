# exit 1
view
--svg
bank:line=3
conflict.ptx
