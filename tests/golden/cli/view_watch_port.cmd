# exit 1
view
--watch
--port
70000
conflict.ptx
-o
x.html
