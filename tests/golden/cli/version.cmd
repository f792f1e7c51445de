# exit 0
--version
