# exit 0
run
-i
{WORK}/export.json
--page
launches
