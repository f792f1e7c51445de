// Variables in registers: copies, swaps, loops, inner scopes, inlined calls, structures, arrays.
#include <cstdio>

struct Point {
    float x, y;
};

__device__ int gcd(int a, int b)
{
    while (b != 0) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}

__global__ void mixed(float *out, const float *in, int n)
{
    int i = threadIdx.x;
    float low = in[i], high = in[i + 32];
    if (low > high) {
        float t = low;
        low = high;
        high = t;
    }
    out[i] = high - low;
    int divisor = gcd(i + 12, n);
    bool is_even = divisor % 2 == 0;
    char letter = is_even ? 'e' : 'o';
    out[i + 32] = letter;
    Point p = {low, high};
#pragma unroll 1
    for (int i = 0; i < n; i += 7) {
        unsigned i_squared = i * i;
        p.x += in[i_squared % 64];
    }
    out[i + 64] = p.x * divisor;
    float parts[2][2];
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 2; c++)
            parts[r][c] = in[r * 32 + c + i / 16] + p.y;
    double wide = parts[0][0];
    wide = wide / 3 + parts[1][1];
    out[i + 96] = parts[0][1] * parts[1][0] + (float)wide;
}

int main()
{
    float host[128], *in, *out;
    for (int i = 0; i < 64; i++)
        host[i] = (float)(i * 37 % 64);
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&out, 128 * sizeof(float));
    cudaMemcpy(in, host, 64 * sizeof(float), cudaMemcpyHostToDevice);
    mixed<<<1, 32>>>(out, in, 18);
    cudaMemcpy(host, out, 128 * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; i += 33)
        printf("%g\n", host[i]);
    return 0;
}
