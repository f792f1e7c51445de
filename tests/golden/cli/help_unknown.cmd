# exit 1
help
bufers
