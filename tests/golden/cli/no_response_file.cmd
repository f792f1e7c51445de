# exit 1
run
@no_such_file
