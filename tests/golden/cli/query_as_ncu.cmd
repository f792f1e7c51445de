# exit 0
--query-metrics
global_ld_sec
