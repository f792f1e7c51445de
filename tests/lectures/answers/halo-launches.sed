# expected global_ld<=256 in all launches together, found 1024
# The start as eight launches of eight blocks, each of which reads 128 times.
s/const int \*in, int \*out)/const int *in, int *out, int row)/
s/blockIdx.y \* DIM/row * DIM/
s/^    gather<<<.*/    for (int row = 0; row < N \/ DIM; row++)\
        gather<<<dim3(N \/ DIM, 1), dim3(DIM, DIM)>>>(from, to, row);/
