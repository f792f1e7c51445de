# exit 1
query
no_such_counter
