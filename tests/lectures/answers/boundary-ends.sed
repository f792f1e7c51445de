# passed
# Three threads at each end of the block load the boundary next to them.
/if (threadIdx.x == 0) {/,/^    }$/c\
    if (threadIdx.x < RADIUS)\
        tile[threadIdx.x] = start[threadIdx.x];\
    if (threadIdx.x >= BLOCK - RADIUS)\
        tile[threadIdx.x + 2 * RADIUS] = start[threadIdx.x + 2 * RADIUS];
