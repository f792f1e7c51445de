# exit 0
query
--names
legacy
shared_load
