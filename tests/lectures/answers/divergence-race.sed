# race
# One thread says where the block's elements begin, without a barrier before the others read it.
/int i = blockIdx/,/else$/c\
    __shared__ int start;\
    if (threadIdx.x == 0)\
        start = blockIdx.x * BLOCK;\
    bool is_even = threadIdx.x < BLOCK / 2;\
    int i = start + threadIdx.x % (BLOCK / 2) * 2 + !is_even;\
    if (is_even)\
        values[i] = first(values[i]);\
    else
