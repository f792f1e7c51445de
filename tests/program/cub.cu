// SPDX-License-Identifier: Apache-2.0
// CUB's algorithms of warps, blocks and the whole GPU, beside loops on the same values.
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

static int wrong;
#define SAME(...)                                                                                  \
    do {                                                                                           \
        if (!(__VA_ARGS__)) {                                                                      \
            printf("line %d differs: %s\n", __LINE__, #__VA_ARGS__);                               \
            wrong++;                                                                               \
        }                                                                                          \
    } while (0)

typedef std::vector<int> Ints;
const int threads = 96, items = 3, tile = threads * items;

struct Running {
    int sum;
    __device__ int operator()(int block)
    {
        int before = sum;
        sum += block;
        return before;
    }
};
struct IsOdd {
    __host__ __device__ bool operator()(int x) const
    {
        return x % 2 != 0;
    }
};
struct Greater {
    __host__ __device__ bool operator()(int a, int b) const
    {
        return a > b;
    }
};

__global__ void blocks(const int *in, int *out)
{
    typedef cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
    typedef cub::BlockScan<int, threads> Scan;
    typedef cub::BlockReduce<int, threads> Reduce;
    typedef cub::BlockRadixSort<int, threads, items, int> Sort;
    typedef cub::BlockMergeSort<int, threads, items> Merge;
    typedef cub::BlockExchange<int, threads, items> Exchange;
    typedef cub::BlockDiscontinuity<int, threads> Runs;
    __shared__ union {
        typename Load::TempStorage load;
        typename Scan::TempStorage scan;
        typename Reduce::TempStorage reduce;
        typename Sort::TempStorage sort;
        typename Merge::TempStorage merge;
        typename Exchange::TempStorage exchange;
        typename Runs::TempStorage runs;
    } room;
    int x[items], y[items], z[items];
    Load(room.load).Load(in, x);
    __syncthreads();
    int sum = Reduce(room.reduce).Sum(x);
    __syncthreads();
    int most = Reduce(room.reduce).Reduce(x[0], cub::Max(), 50);
    __syncthreads();
    if (threadIdx.x == 0) {
        out[0] = sum;
        out[1] = most;
    }
    Running running{1000};
    Scan(room.scan).ExclusiveSum(x, y, running);
    __syncthreads();
    cub::StoreDirectBlocked(threadIdx.x, out + 2, y);
    Scan(room.scan).InclusiveScan(x, y, cub::Max());
    __syncthreads();
    cub::StoreDirectBlocked(threadIdx.x, out + 2 + tile, y);
    for (int i = 0; i < items; i++) {
        y[i] = x[i];
        z[i] = threadIdx.x * items + i;
    }
    Sort(room.sort).SortDescending(y, z);
    __syncthreads();
    cub::StoreDirectBlocked(threadIdx.x, out + 2 + 2 * tile, z);
    for (int i = 0; i < items; i++) {
        y[i] = x[i];
    }
    Merge(room.merge).Sort(y, Greater());
    __syncthreads();
    Exchange(room.exchange).BlockedToStriped(y, z);
    __syncthreads();
    cub::StoreDirectStriped<threads>(threadIdx.x, out + 2 + 3 * tile, z);
    for (int i = 0; i < items; i++) {
        x[i] /= 100;
    }
    Runs(room.runs).FlagHeads(y, x, cub::Inequality());
    __syncthreads();
    cub::StoreDirectBlocked(threadIdx.x, out + 2 + 4 * tile, y);
}

__global__ void warps(const int *in, int *out)
{
    typedef cub::WarpReduce<int, 16> Reduce;
    typedef cub::WarpScan<double> Scan;
    __shared__ typename Reduce::TempStorage reduce;
    __shared__ typename Scan::TempStorage scan;
    int x = in[threadIdx.x];
    int sum = Reduce(reduce).Sum(x);
    int run = Reduce(reduce).HeadSegmentedSum(x, threadIdx.x % 5 == 0);
    double through, all;
    Scan(scan).InclusiveSum((double)x, through, all);
    int before;
    cub::WarpScan<int>::TempStorage other;
    cub::WarpScan<int>(other).ExclusiveScan(x, before, -5, cub::Max());
    out[threadIdx.x] = threadIdx.x % 16 == 0 ? sum : 0;
    out[32 + threadIdx.x] = threadIdx.x % 5 == 0 || threadIdx.x == 16 ? run : 0;
    out[64 + threadIdx.x] = (int)through;
    out[96 + threadIdx.x] = before;
    out[128 + threadIdx.x] = (int)all;
}

static Ints numbers(int count)
{
    Ints values(count);
    unsigned state = 99;
    for (int &x : values) {
        state = state * 1664525u + 1013904223u;
        x = (int)(state >> 8) % 2000 - 700;
    }
    return values;
}
static int *upload(const Ints &values)
{
    int *p;
    cudaMalloc(&p, values.size() * sizeof(int));
    cudaMemcpy(p, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
    return p;
}
static Ints download(const int *p, size_t count)
{
    Ints values(count);
    cudaMemcpy(values.data(), p, count * sizeof(int), cudaMemcpyDeviceToHost);
    return values;
}
template <class F> static void twice(F f)
{
    void *storage = nullptr;
    size_t bytes = 0;
    CubDebugExit(f(storage, bytes));
    CubDebugExit(cudaMalloc(&storage, bytes));
    CubDebugExit(f(storage, bytes));
    CubDebugExit(cudaFree(storage));
}

static void check_blocks()
{
    Ints values = numbers(tile), order(tile);
    std::sort(values.begin() + 100, values.end());
    int *in = upload(values), *out = upload(Ints(2 + 5 * tile));
    blocks<<<1, threads>>>(in, out);
    Ints found = download(out, 2 + 5 * tile), expected = {std::accumulate(values.begin(), values.end(), 0)};
    int most = values[0], sum = 1000;
    for (int i = 0; i < 50; i++)
        most = std::max(most, values[i * items]);
    expected.push_back(most);
    for (int x : values) {
        expected.push_back(sum);
        sum += x;
    }
    most = values[0];
    for (int x : values)
        expected.push_back(most = std::max(most, x));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return values[a] > values[b]; });
    expected.insert(expected.end(), order.begin(), order.end());
    for (int i : order)
        expected.push_back(values[i]);
    for (int i = 0; i < tile; i++)
        expected.push_back(i == 0 || values[i - 1] / 100 != values[i] / 100);
    SAME(found == expected);
}

static void check_warps()
{
    Ints values = numbers(32);
    int *in = upload(values), *out = upload(Ints(160));
    warps<<<1, 32>>>(in, out);
    Ints expected(160);
    int sum = 0, most = -5, all = std::accumulate(values.begin(), values.end(), 0);
    for (int i = 0; i < 32; i++) {
        expected[i / 16 * 16] += values[i];
        int head = i / 16 * 16 + 0;
        for (int k = i / 16 * 16; k <= i; k++)
            head = k % 5 == 0 ? k : head;
        expected[32 + head] += values[i];
        sum += values[i];
        expected[64 + i] = sum;
        expected[96 + i] = most;
        most = std::max(most, values[i]);
        expected[128 + i] = all;
    }
    SAME(download(out, 160) == expected);
}

static void check_device()
{
    const int n = 5000;
    Ints values = numbers(n), sorted = values, expected;
    int *in = upload(values), *out = upload(Ints(n)), *more = upload(Ints(n)), *few = upload(Ints(64));
    twice([&](void *s, size_t &b) { return cub::DeviceReduce::Sum(s, b, in, few, n); });
    twice([&](void *s, size_t &b) { return cub::DeviceReduce::Max(s, b, in, few + 1, n); });
    Ints results = download(few, 2);
    SAME(results[0] == std::accumulate(values.begin(), values.end(), 0) &&
         results[1] == *std::max_element(values.begin(), values.end()));
    cub::KeyValuePair<int, int> *place;
    cudaMallocManaged(&place, sizeof *place);
    twice([&](void *s, size_t &b) { return cub::DeviceReduce::ArgMin(s, b, in, place, n); });
    SAME(place->key == std::min_element(values.begin(), values.end()) - values.begin() &&
         place->value == values[place->key]);

    std::stable_sort(sorted.begin(), sorted.end());
    twice([&](void *s, size_t &b) { return cub::DeviceRadixSort::SortKeys(s, b, in, out, n); });
    SAME(download(out, n) == sorted && download(in, n) == values);
    twice([&](void *s, size_t &b) {
        return cub::DeviceRunLengthEncode::Encode(s, b, out, more, more + n / 2, few, n);
    });
    expected = sorted;
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    results = download(few, 1);
    SAME(results[0] == (int)expected.size() && download(more, results[0]) == expected);
    expected = sorted;
    std::reverse(expected.begin(), expected.end());
    cub::DoubleBuffer<int> keys(out, more);
    twice([&](void *s, size_t &b) { return cub::DeviceRadixSort::SortKeysDescending(s, b, keys, n); });
    SAME(download(keys.Current(), n) == expected);
    twice([&](void *s, size_t &b) { return cub::DeviceMergeSort::SortKeys(s, b, keys.Current(), n, Greater()); });
    SAME(download(keys.Current(), n) == expected);

    twice([&](void *s, size_t &b) { return cub::DeviceSelect::If(s, b, in, out, few, n, IsOdd()); });
    expected.clear();
    std::copy_if(values.begin(), values.end(), std::back_inserter(expected), IsOdd());
    SAME(download(out, download(few, 1)[0]) == expected);
    twice([&](void *s, size_t &b) { return cub::DevicePartition::If(s, b, in, out, few, n, IsOdd()); });
    for (int i = n - 1; i >= 0; i--) {
        if (!IsOdd()(values[i]))
            expected.push_back(values[i]);
    }
    SAME(download(out, n) == expected);
    twice([&](void *s, size_t &b) { return cub::DeviceScan::ExclusiveScan(s, b, in, out, cub::Max(), -9999, n); });
    int most = -9999;
    for (int i = 0; i < n; i++) {
        expected[i] = most;
        most = std::max(most, values[i]);
    }
    SAME(download(out, n) == expected);
    int *edges = upload({-700, -100, 0, 300, 1300});
    twice([&](void *s, size_t &b) { return cub::DeviceHistogram::HistogramRange(s, b, in, few, 5, edges, n); });
    Ints bins(4), levels = {-700, -100, 0, 300, 1300};
    for (int x : values) {
        for (int k = 0; k < 4; k++)
            bins[k] += x >= levels[k] && x < levels[k + 1];
    }
    SAME(download(few, 4) == bins);
    int *offsets = upload({0, 10, 10, 4000, n});
    twice([&](void *s, size_t &b) {
        return cub::DeviceSegmentedReduce::Sum(s, b, in, few, 4, offsets, offsets + 1);
    });
    Ints ends = {0, 10, 10, 4000, n};
    for (int k = 0; k < 4; k++)
        bins[k] = std::accumulate(values.begin() + ends[k], values.begin() + ends[k + 1], 0);
    SAME(download(few, 4) == bins);
    cub::KeyValuePair<int, int> *places;
    cudaMallocManaged(&places, 4 * sizeof *places);
    twice([&](void *s, size_t &b) {
        return cub::DeviceSegmentedReduce::ArgMax(s, b, in, places, 4, offsets, offsets + 1);
    });
    for (int k = 0; k < 4; k++) {
        auto best = std::max_element(values.begin() + ends[k], values.begin() + ends[k + 1]) - values.begin();
        SAME(k == 1 ? places[k].key == 1 && places[k].value == std::numeric_limits<int>::lowest()
                    : places[k].key == best - ends[k] && places[k].value == values[best]);
    }
    cub::TransformInputIterator<int, cub::CastOp<signed char>, int *> narrow(in, cub::CastOp<signed char>());
    twice([&](void *s, size_t &b) { return cub::DeviceReduce::Sum(s, b, narrow, few, n); });
    int sum = 0;
    for (int x : values)
        sum += (signed char)x;
    SAME(download(few, 1)[0] == sum);
}

int main()
{
    check_blocks();
    check_warps();
    check_device();
    SAME(cudaDeviceSynchronize() == cudaSuccess);
    printf("%d wrong\n", wrong);
}
