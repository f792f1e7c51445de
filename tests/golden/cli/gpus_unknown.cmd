# exit 1
gpus
h20
