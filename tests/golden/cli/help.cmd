# exit 0
--help
