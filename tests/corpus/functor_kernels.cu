// SPDX-License-Identifier: Apache-2.0
// Function objects passed to kernels by value: transform, zip and reduce with the operation chosen at
// compile time, with and without state, composed and bound.
#include "corpus.h"

struct Square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};
struct Affine {
    int scale, offset;
    __host__ __device__ Affine(int s, int o) : scale(s), offset(o) {}
    __host__ __device__ int operator()(int x) const { return scale * x + offset; }
};
struct Plus {
    __host__ __device__ int operator()(int a, int b) const { return a + b; }
    __host__ __device__ static int identity() { return 0; }
};
struct Largest {
    __host__ __device__ int operator()(int a, int b) const { return a < b ? b : a; }
    __host__ __device__ static int identity() { return -2147483647 - 1; }
};
template <typename F, typename G> struct Composed {
    F f;
    G g;
    __host__ __device__ int operator()(int x) const { return f(g(x)); }
};
template <typename F, typename G> Composed<F, G> compose(F f, G g) { return Composed<F, G>{f, g}; }

template <typename F> struct Bound {
    F f;
    int second;
    __host__ __device__ int operator()(int x) const { return f(x, second); }
};

// State larger than a few registers: read from the parameter with a varying index.
struct Lookup {
    int table[16];
    __host__ __device__ int operator()(int x) const { return table[x & 15] ^ x; }
};

template <typename F> __global__ void transform(const int *in, int *out, int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = f(in[i]);
}

template <typename F> __global__ void zip(const int *a, const int *b, int *out, int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = f(a[i], b[i]);
}

template <int BLOCK, class Operation>
__global__ void reduce(const int *in, int *out, int n, Operation operation = Operation())
{
    __shared__ int part[BLOCK];
    int value = Operation::identity();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x)
        value = operation(value, in[i]);
    part[threadIdx.x] = value;
    for (int step = BLOCK / 2; step; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step)
            part[threadIdx.x] = operation(part[threadIdx.x], part[threadIdx.x + step]);
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}

template <typename F>
void check(const char *name, const std::vector<int> &in, const int *din, int *dout, F f)
{
    int n = (int)in.size();
    transform<<<(n + 255) / 256, 256>>>(din, dout, n, f);
    std::vector<int> out = to_host(dout, n);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != f(in[i]);
    printf("%s: %d wrong\n", name, wrong);
    print_hash(name, out);
}

int main()
{
    const int n = 30011;
    Random random(21);
    std::vector<int> in(n), other(n);
    for (int i = 0; i < n; i++) {
        in[i] = (int)(random.next() % 20001) - 10000;
        other[i] = (int)(random.next() % 20001) - 10000;
    }
    int *din = to_device(in), *dother = to_device(other), *dout = on_device<int>(n);
    check("square", in, din, dout, Square());
    check("affine", in, din, dout, Affine(-3, 17));
    check("composed", in, din, dout, compose(Affine(5, 1), compose(Square(), Affine(1, -9))));
    check("bound", in, din, dout, Bound<Largest>{Largest(), 123});
    Lookup lookup;
    for (int i = 0; i < 16; i++)
        lookup.table[i] = i * i * 1001;
    check("lookup", in, din, dout, lookup);
    zip<<<(n + 127) / 128, 128>>>(din, dother, dout, n, Largest());
    print_hash("zip", dout, n);
    reduce<256, Plus><<<16, 256>>>(din, dout, n, Plus());
    print_hash("sums", dout, 16);
    reduce<128><<<8, 128>>>(din, dout, n, Largest());
    print_hash("largest", dout, 8);
    cudaFree(din), cudaFree(dother), cudaFree(dout);
    return 0;
}
