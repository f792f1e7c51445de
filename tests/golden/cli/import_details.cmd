# exit 0
run
--import
json.out
--page
details
