# exit 0
help
view
