# exit 1
view
--port
8000
conflict.ptx
