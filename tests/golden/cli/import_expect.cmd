# exit 3
run
--import
json.out
--expect
inst_executed==1
-o
-
--page
launches
