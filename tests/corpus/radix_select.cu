// SPDX-License-Identifier: Apache-2.0
// The k largest floats by radix select on ordered bits, a byte a pass, then a stable gather of the chosen.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

// Order-preserving bits of arithmetic types.
template <typename T> struct Ordered;
template <> struct Ordered<float> {
    typedef uint32_t bits_type;
    static __host__ __device__ bits_type bits(float f)
    {
        uint32_t u;
        memcpy(&u, &f, sizeof u);
        return u ^ ((uint32_t)((int32_t)u >> 31) | 0x80000000u);
    }
};
template <> struct Ordered<int> {
    using bits_type = uint32_t;
    static __host__ __device__ bits_type bits(int i) { return (uint32_t)i ^ 0x80000000u; }
};
template <> struct Ordered<double> {
    using bits_type = unsigned long long;
    static __host__ __device__ bits_type bits(double d)
    {
        long long u;
        memcpy(&u, &d, sizeof u);
        return (bits_type)u ^ ((bits_type)(u >> 63) | 0x8000000000000000ull);
    }
};

template <typename T> struct Selection {
    typename Ordered<T>::bits_type threshold;
    int above, equal; // how many are above, how many of the equal ones to take
};

template <typename T> __global__ void select(const T *data, int n, int k, Selection<T> *out)
{
    using Bits = typename Ordered<T>::bits_type;
    __shared__ int bins[256], digit, left;
    Bits prefix = 0, mask = 0;
    if (threadIdx.x == 0)
        left = k;
    for (int shift = sizeof(Bits) * 8 - 8; shift >= 0; shift -= 8) {
        for (int i = threadIdx.x; i < 256; i += blockDim.x)
            bins[i] = 0;
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            Bits b = Ordered<T>::bits(data[i]);
            if ((b & mask) == prefix) {
                // One atomic a group of equal digits.
                int d = (int)(b >> shift & 255);
                unsigned peers = __match_any_sync(__activemask(), d);
                if (__ffs(peers) - 1 == (threadIdx.x & 31))
                    atomicAdd(&bins[d], __popc(peers));
            }
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            int d = 255;
            while (bins[d] < left)
                left -= bins[d--];
            digit = d;
        }
        __syncthreads();
        prefix |= (Bits)digit << shift;
        mask |= (Bits)255 << shift;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = {prefix, k - left, left};
}

template <typename T> __global__ void gather(const T *data, int n, const Selection<T> *s, T *out, int *index)
{
    // One warp, in order.
    int taken = 0, equal = 0;
    const unsigned below = (1u << threadIdx.x) - 1;
    for (int base = 0; base < n; base += 32) {
        int i = base + threadIdx.x;
        auto b = i < n ? Ordered<T>::bits(data[i]) : 0;
        bool same = i < n && b == s->threshold;
        unsigned equals = __ballot_sync(0xffffffff, same);
        bool take = i < n && (b > s->threshold || (same && equal + __popc(equals & below) < s->equal));
        unsigned takes = __ballot_sync(0xffffffff, take);
        if (take) {
            int at = taken + __popc(takes & below);
            out[at] = data[i];
            index[at] = i;
        }
        taken += __popc(takes);
        equal += __popc(equals);
    }
}

template <typename T> void top_k(const char *name, const std::vector<T> &v, int k)
{
    T *d, *out;
    int *index;
    Selection<T> *s, hs;
    cudaMalloc(&d, v.size() * sizeof(T));
    cudaMalloc(&out, k * sizeof(T));
    cudaMalloc(&index, k * sizeof(int));
    cudaMalloc(&s, sizeof *s);
    cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    select<T><<<1, 256>>>(d, (int)v.size(), k, s);
    gather<<<1, 32>>>(d, (int)v.size(), s, out, index);
    std::vector<T> chosen(k), sorted(v);
    std::vector<int> at(k);
    cudaMemcpy(chosen.data(), out, k * sizeof(T), cudaMemcpyDeviceToHost);
    cudaMemcpy(at.data(), index, k * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&hs, s, sizeof hs, cudaMemcpyDeviceToHost);
    std::partial_sort(sorted.begin(), sorted.begin() + k, sorted.end(), std::greater<T>());
    long sum = 0;
    for (int i : at)
        sum += i;
    printf("%s: threshold %llx, %d above, %d equal, indices %ld, first %.9g", name, (unsigned long long)hs.threshold, hs.above, hs.equal, sum, (double)chosen[0]);
    std::sort(chosen.begin(), chosen.end(), std::greater<>{});
    printf(", %s\n", std::equal(chosen.begin(), chosen.end(), sorted.begin()) ? "right" : "WRONG");
    cudaFree(d), cudaFree(out), cudaFree(index), cudaFree(s);
}

int main()
{
    std::vector<float> f(3000);
    std::vector<int> i(2000);
    std::vector<double> d(1000);
    unsigned s = 77;
    for (auto &x : f)
        x = ((int)((s = s * 1664525u + 1013904223u) >> 12) - 500000) / 37.0f;
    for (auto &x : i)
        x = (int)((s = s * 1664525u + 1013904223u) >> 20) % 300 - 150;
    for (auto &x : d)
        x = -1.0 / (1 + ((s = s * 1664525u + 1013904223u) >> 22));
    top_k("float", f, 50);
    top_k("int", i, 100);
    top_k("double", d, 999);
}
