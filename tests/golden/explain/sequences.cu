// Lines whose arithmetic takes several machine instructions: alone, beside accesses, in copies.
__global__ void divide(int *p, float *q, int n)
{
    int t = threadIdx.x;
    int rest = t % n;
    float part = q[t] / (float)n;
    int twice = (t + 2) % n + (t + 1) % n;
    p[t] = rest + twice;
    q[t] = part;
}

int main()
{
    int *p;
    float *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    cudaMemset(q, 0, 4096);
    divide<<<1, 32>>>(p, q, 3);
    cudaDeviceSynchronize();
    return 0;
}
