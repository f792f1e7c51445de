# exit 0
gpus
--csv
