# exit 1
view
--watch
--svg
banks
conflict.ptx
