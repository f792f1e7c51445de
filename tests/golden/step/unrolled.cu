// A loop that the compiler and the machine both unroll: its variables are known at the start of the first copy.
__global__ void sum_rows(float *out, const float *in, int n)
{
    float sum = 0;
    for (int k = 0; k < n; k++) {
        sum += in[k * 32 + threadIdx.x];
    }
    out[threadIdx.x] = sum;
}

int main()
{
    float *in, *out;
    cudaMalloc(&in, 32 * 32 * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemset(in, 0, 32 * 32 * sizeof(float));
    sum_rows<<<1, 32>>>(out, in, 32);
    return cudaDeviceSynchronize() != cudaSuccess;
}
