# exit 1
run
--import
json.out
--page
source
--print-source
ptx
