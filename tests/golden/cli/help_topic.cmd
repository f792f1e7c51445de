# exit 0
help
codes
buffers
