# exit 0
view
--svg
list
