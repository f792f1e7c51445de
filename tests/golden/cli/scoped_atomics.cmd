# exit 1
compile
--arch
sm_52
scoped_atomics.cu
