// SPDX-License-Identifier: Apache-2.0
// CUB on segments: sums, extremes and their places of each segment, sorting of segments, a scan by an operator that
// is no sum, and a kernel with a block's parts and a callback that carries a prefix from tile to tile.
#include <cub/cub.cuh>
#include <cstdio>
#include <vector>
#include "../corpus.h"

struct Affine { // x -> a x + b modulo 2^32
    unsigned a, b;
};
struct Compose {
    __host__ __device__ __forceinline__ Affine operator()(const Affine &f, const Affine &g) const { return Affine{f.a * g.a, f.b * g.a + g.b}; }
};
struct LongestRun {
    __host__ __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

struct Prefix {
    Affine running;
    __device__ Affine operator()(Affine tile)
    {
        Affine old = running;
        running = Compose()(running, tile);
        return old;
    }
};

template <int THREADS, int ITEMS> __global__ void tiles(const Affine *in, Affine *out, int n)
{
    typedef cub::BlockLoad<Affine, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE> Load;
    typedef cub::BlockStore<Affine, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE> Store;
    typedef cub::BlockScan<Affine, THREADS> Scan;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
    } temp;
    Prefix prefix{{1, 0}};
    for (int base = 0; base < n; base += THREADS * ITEMS) {
        Affine items[ITEMS];
        int valid = min(n - base, THREADS * ITEMS);
        Load(temp.load).Load(in + base, items, valid, Affine{1, 0});
        __syncthreads();
        Scan(temp.scan).InclusiveScan(items, items, Compose(), prefix);
        __syncthreads();
        Store(temp.store).Store(out + base, items, valid);
        __syncthreads();
    }
}

template <typename Call> static void twice(Call call)
{
    size_t bytes = 0;
    void *temporary = nullptr;
    CHECK(call(temporary, bytes));
    CHECK(cudaMalloc(&temporary, bytes));
    CHECK(call(temporary, bytes));
    CHECK(cudaFree(temporary));
}

int main()
{
    Random random(77);
    std::vector<int> offsets = {0}, values;
    for (int s = 0; s < 30; s++) {
        int length = s % 7 == 3 ? 0 : 1 + (int)(random.next() % 90);
        for (int i = 0; i < length; i++)
            values.push_back((int)(random.next() % 1000) - 500);
        offsets.push_back((int)values.size());
    }
    const int n = (int)values.size(), segments = (int)offsets.size() - 1;
    int *d_values = to_device(values), *d_offsets = to_device(offsets), *out = on_device<int>(n);
    printf("%d values in %d segments\n", n, segments);

    auto print_segments = [&](const char *name) {
        std::vector<int> r = to_host(out, segments);
        printf("%s:", name);
        for (int s = 0; s < segments; s += 3)
            printf(" %d", r[s]);
        printf("\n");
    };
    twice([&](void *t, size_t &b) { return cub::DeviceSegmentedReduce::Sum(t, b, d_values, out, segments, d_offsets, d_offsets + 1); });
    print_segments("sums");
    twice([&](void *t, size_t &b) { return cub::DeviceSegmentedReduce::Max(t, b, d_values, out, segments, d_offsets, d_offsets + 1); });
    print_segments("largest");
    twice([&](void *t, size_t &b) {
        return cub::DeviceSegmentedReduce::Reduce(t, b, d_values, out, segments, d_offsets, d_offsets + 1, LongestRun(), -7);
    });
    print_segments("at least -7");
    cub::KeyValuePair<int, int> *least = on_device<cub::KeyValuePair<int, int>>(segments);
    twice([&](void *t, size_t &b) { return cub::DeviceSegmentedReduce::ArgMin(t, b, d_values, least, segments, d_offsets, d_offsets + 1); });
    std::vector<cub::KeyValuePair<int, int>> places = to_host(least, segments);
    printf("least:");
    for (int s = 0; s < segments; s += 4)
        if (offsets[s] < offsets[s + 1])
            printf(" %d@%d", places[s].value, places[s].key);
    printf("\n");

    std::vector<float> keys(n);
    for (int i = 0; i < n; i++)
        keys[i] = values[i] * 0.5f;
    float *d_keys = to_device(keys), *sorted_keys = on_device<float>(n);
    twice([&](void *t, size_t &b) {
        return cub::DeviceSegmentedRadixSort::SortPairs(t, b, d_keys, sorted_keys, d_values, out, n, segments, d_offsets, d_offsets + 1);
    });
    print_hash("keys", sorted_keys, n);
    print_hash("values", out, n);
    twice([&](void *t, size_t &b) {
        return cub::DeviceSegmentedRadixSort::SortKeysDescending(t, b, d_values, out, n, segments, d_offsets, d_offsets + 1, 0, 32);
    });
    print_hash("downwards", out, n);

    std::vector<Affine> maps(3000);
    for (Affine &m : maps)
        m = {random.next() | 1, random.next()};
    Affine *d_maps = to_device(maps), *composed = on_device<Affine>(maps.size());
    twice([&](void *t, size_t &b) { return cub::DeviceScan::InclusiveScan(t, b, d_maps, composed, Compose(), (int)maps.size()); });
    std::vector<Affine> once = to_host(composed, maps.size());
    print_hash("composed", once);
    tiles<128, 4><<<1, 128>>>(d_maps, composed, (int)maps.size());
    print_hash("by tiles", composed, maps.size());
    tiles<64, 7><<<1, 64>>>(d_maps, composed, (int)maps.size());
    std::vector<Affine> again = to_host(composed, maps.size());
    Affine all{1, 0};
    int wrong = 0;
    for (size_t i = 0; i < maps.size(); i++) {
        all = Compose()(all, maps[i]);
        wrong += again[i].a != all.a || again[i].b != all.b || once[i].b != all.b;
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
