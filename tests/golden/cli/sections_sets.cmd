# exit 0
--list-sets
