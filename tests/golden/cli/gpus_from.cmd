# exit 0
gpus
--from
../../../traces/h200/microbench.csv
