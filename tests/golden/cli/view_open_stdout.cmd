# exit 1
view
--open
-o
-
conflict.ptx
