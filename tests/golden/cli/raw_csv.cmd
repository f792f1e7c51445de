# exit 0
run
conflict.ptx
-k
conflict
--grid
4
--block
256
--arg
out=s32[1024]
--arg
stride=32
--page
raw
--csv
--metrics
smsp__inst_executed_op_shared_ld.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,launch__grid_size,gld_incoherent
