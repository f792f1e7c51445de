# exit 0
--list-sections
