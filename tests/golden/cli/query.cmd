# exit 0
query
bank_conflicts
gld_
--names
ncu
