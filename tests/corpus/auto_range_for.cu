// SPDX-License-Identifier: Apache-2.0
// auto, decltype, range-for over local, shared and constant arrays and over a user's ranges, structured
// bindings, trailing return types, brace initialisation, and static local tables.
#include "corpus.h"

struct Pair {
    int first;
    unsigned second;
};

template <typename T> class Span {
    T *data_;
    int size_;

  public:
    __host__ __device__ Span(T *data, int size) : data_{data}, size_{size} {}
    __host__ __device__ T *begin() const { return data_; }
    __host__ __device__ T *end() const { return data_ + size_; }
    __host__ __device__ auto size() const { return size_; }
};

class Countdown {
    int from_;

  public:
    class Iterator {
        int at_;

      public:
        __host__ __device__ explicit Iterator(int at) : at_(at) {}
        __host__ __device__ int operator*() const { return at_; }
        __host__ __device__ Iterator &operator++()
        {
            --at_;
            return *this;
        }
        __host__ __device__ bool operator!=(const Iterator &other) const { return at_ != other.at_; }
    };
    __host__ __device__ explicit Countdown(int from) : from_(from) {}
    __host__ __device__ Iterator begin() const { return Iterator(from_); }
    __host__ __device__ Iterator end() const { return Iterator(0); }
};

template <typename A, typename B> __host__ __device__ auto multiply(A a, B b) -> decltype(a * b)
{
    return a * b;
}

template <typename A, typename B> __host__ __device__ decltype(auto) pick(bool first, A &a, B &b)
{
    return first ? a : b;
}

__host__ __device__ auto divide(int a, int b)
{
    Pair result{a / b, (unsigned)(a % b)};
    return result;
}

__constant__ int offsets[] = {-3, -1, 0, 1, 3};

__global__ void stencil(const int *in, int *out, int n)
{
    const auto i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= static_cast<decltype(i)>(n))
        return;
    auto sum = 0ll;
    for (auto offset : offsets) {
        auto at = static_cast<int>(i) + offset;
        if (at >= 0 && at < n)
            sum += multiply(in[at], 3ll);
    }
    int digits[6] = {};
    auto rest = static_cast<unsigned>(sum < 0 ? -sum : sum);
    for (auto &digit : digits) {
        digit = rest % 10u;
        rest /= 10u;
    }
    decltype(sum) mirrored{0};
    for (const auto &digit : digits)
        mirrored = mirrored * 10 + digit;
    out[i] = static_cast<int>(mirrored);
}

__global__ void ranges(const int *in, int *out, int rows, int columns)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    Span<const int> row{in + r * columns, columns};
    auto sum = 0;
    for (auto value : row)
        sum += value;
    for (int k : Countdown(row.size()))
        sum = (int)((unsigned)sum * 3u) + k % 2;
    const auto [quotient, remainder] = divide(sum & 0xffffff, 17);
    int low = quotient, high = (int)remainder;
    pick(r % 2 == 0, low, high) += 1000;
    out[r] = low ^ high;
}

__global__ void shared_range(const int *in, int *out)
{
    __shared__ Pair pairs[32];
    pairs[threadIdx.x] = {in[blockIdx.x * 32 + threadIdx.x], threadIdx.x};
    __syncthreads();
    Pair best{-1, 0u};
    for (const auto &[value, index] : pairs)
        if ((value ^ (int)threadIdx.x) > best.first)
            best = Pair{value ^ (int)threadIdx.x, index};
    static const int salt[] = {11, 22, 33};
    for (auto s : salt)
        best.first += s;
    out[blockIdx.x * 32 + threadIdx.x] = best.first * 32 + (int)best.second;
}

int main()
{
    constexpr auto n = 10000;
    Random random(91);
    std::vector<int> in(n), expected(n);
    for (auto &x : in)
        x = static_cast<int>(random.next() % 30000) - 15000;
    auto *din = to_device(in);
    auto *dout = on_device<int>(n);
    stencil<<<(n + 127) / 128, 128>>>(din, dout, n);
    for (auto i = 0; i < n; ++i) {
        auto sum = 0ll;
        for (auto offset : {-3, -1, 0, 1, 3})
            if (i + offset >= 0 && i + offset < n)
                sum += in[i + offset] * 3ll;
        auto rest = static_cast<unsigned>(sum < 0 ? -sum : sum);
        auto mirrored = 0;
        for (auto k = 0; k < 6; ++k, rest /= 10)
            mirrored = mirrored * 10 + static_cast<int>(rest % 10);
        expected[i] = mirrored;
    }
    printf("stencil as expected: %s\n", expected == to_host(dout, n) ? "yes" : "no");
    print_hash("stencil", dout, n);
    ranges<<<5, 64>>>(din, dout, 300, 33);
    print_hash("ranges", dout, 300);
    shared_range<<<n / 32, 32>>>(din, dout);
    print_hash("shared", dout, n / 32 * 32);
    return 0;
}
