# passed
# One launch for the even elements and one for the odd ones.
s/__global__ void work(unsigned \*values)/__global__ void work(unsigned *values, int odd)/
s/int i = blockIdx.*/int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2 + odd;/
s/if (i % 2 == 0)$/if (odd == 0)/
s/^    work<<<.*/    work<<<COUNT \/ BLOCK \/ 2, BLOCK>>>(values, 0);\
    work<<<COUNT \/ BLOCK \/ 2, BLOCK>>>(values, 1);/
