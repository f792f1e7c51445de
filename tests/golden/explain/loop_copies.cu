// A loop that is unrolled: its copies are one access, also those that are not run.
__global__ void column(float *out, int n)
{
    __shared__ float tile[32][32];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        tile[threadIdx.x][0] = sum + k;
        __syncthreads();
        sum += tile[0][threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    column<<<1, 32>>>(out, 32);
    return cudaDeviceSynchronize() != cudaSuccess;
}
