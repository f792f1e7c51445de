// SPDX-License-Identifier: Apache-2.0
// The kernels that all algorithms on the device consist of: a functor called for each index, a
// reduction, a scan. Host code launches them on a stream and waits.
#pragma once
#include <thrust/detail/traits.h>

namespace lockstep
{
enum { BLOCK_THREADS = 256, SCAN_ITEMS = 4, SCAN_TILE = BLOCK_THREADS * SCAN_ITEMS };

template <class F> __global__ void for_each_index(F f, long long count)
{
    long long i = blockIdx.x * (long long)BLOCK_THREADS + threadIdx.x;
    for (; i < count; i += gridDim.x * (long long)BLOCK_THREADS) {
        f(i);
    }
}

// Room in shared memory for values whose constructors must not run.
template <class T, int count> struct SharedArray {
    alignas(T) unsigned char bytes[sizeof(T) * count];
    __device__ T *at()
    {
        return reinterpret_cast<T *>(bytes);
    }
};

// partial[block]: op over the block's elements. With one block and `init`, the whole result.
template <class Load, class T, class Op>
__global__ void reduce_index(Load load, long long count, T *partial, Op op, const T *init)
{
    __shared__ SharedArray<T, BLOCK_THREADS> room;
    T *sums = room.at();
    long long first = blockIdx.x * (long long)BLOCK_THREADS, i = first + threadIdx.x;
    if (i < count) {
        T sum = load(i);
        for (i += gridDim.x * (long long)BLOCK_THREADS; i < count;
             i += gridDim.x * (long long)BLOCK_THREADS) {
            sum = op(sum, load(i));
        }
        sums[threadIdx.x] = sum;
    }
    long long here = count - first;
    unsigned active = here < BLOCK_THREADS ? (unsigned)here : (unsigned)BLOCK_THREADS;
    for (unsigned half = BLOCK_THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half && threadIdx.x + half < active) {
            sums[threadIdx.x] = op(sums[threadIdx.x], sums[threadIdx.x + half]);
        }
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = init == nullptr ? sums[0] : op(*init, sums[0]);
    }
}

// The prefix of each thread's value in sums[]: op over the values of threads 0 .. own.
template <class T, class Op> __device__ void scan_block(T *sums, unsigned active, Op op)
{
    for (unsigned distance = 1; distance < BLOCK_THREADS; distance *= 2) {
        __syncthreads();
        if (threadIdx.x >= distance && threadIdx.x < active) {
            T sum = op(sums[threadIdx.x - distance], sums[threadIdx.x]);
            __syncthreads();
            sums[threadIdx.x] = sum;
        } else {
            __syncthreads();
        }
    }
    __syncthreads();
}

template <class Load, class T, class Op>
__global__ void scan_totals(Load load, long long count, T *totals, Op op)
{
    __shared__ SharedArray<T, BLOCK_THREADS> room;
    T *sums = room.at();
    long long tile = blockIdx.x * (long long)SCAN_TILE, first = tile + threadIdx.x * SCAN_ITEMS;
    long long here = count - tile < SCAN_TILE ? count - tile : SCAN_TILE;
    unsigned active = (unsigned)((here + SCAN_ITEMS - 1) / SCAN_ITEMS);
    if (threadIdx.x < active) {
        T sum = load(first);
        for (long long i = first + 1; i < first + SCAN_ITEMS && i < count; i++) {
            sum = op(sum, load(i));
        }
        sums[threadIdx.x] = sum;
    }
    scan_block(sums, active, op);
    if (threadIdx.x == 0) {
        totals[blockIdx.x] = sums[active - 1];
    }
}

// store(i, before, value, through): before is the prefix of the elements before i, or NULL if there
// are none; through includes i. A tile is read before any of it is written.
template <class Load, class T, class Op, class Store>
__global__ void scan_tiles(Load load, long long count, const T *totals, Op op, Store store)
{
    __shared__ SharedArray<T, BLOCK_THREADS> room;
    T *sums = room.at();
    long long tile = blockIdx.x * (long long)SCAN_TILE, first = tile + threadIdx.x * SCAN_ITEMS;
    long long here = count - tile < SCAN_TILE ? count - tile : SCAN_TILE;
    unsigned active = (unsigned)((here + SCAN_ITEMS - 1) / SCAN_ITEMS);
    SharedArray<T, SCAN_ITEMS> own;
    T *items = reinterpret_cast<T *>(own.bytes);
    int items_here = 0;
    if (threadIdx.x < active) {
        for (; items_here < SCAN_ITEMS && first + items_here < count; items_here++) {
            items[items_here] = load(first + items_here);
        }
        T sum = items[0];
        for (int k = 1; k < items_here; k++) {
            sum = op(sum, items[k]);
        }
        sums[threadIdx.x] = sum;
    }
    scan_block(sums, active, op);
    if (threadIdx.x >= active) {
        return;
    }
    bool has_before = false;
    SharedArray<T, 1> place;
    T &before = *reinterpret_cast<T *>(place.bytes);
    if (blockIdx.x > 0) {
        before = totals[blockIdx.x - 1];
        has_before = true;
    }
    if (threadIdx.x > 0) {
        before = has_before ? op(before, sums[threadIdx.x - 1]) : sums[threadIdx.x - 1];
        has_before = true;
    }
    for (int k = 0; k < items_here; k++) {
        T through = has_before ? op(before, items[k]) : items[k];
        store(first + k, has_before ? &before : nullptr, items[k], through);
        before = through;
        has_before = true;
    }
}
} // namespace lockstep

namespace thrust
{
namespace detail
{
template <class T> struct load_pointer {
    const T *at;
    __host__ __device__ T operator()(long long i) const
    {
        return at[i];
    }
};
template <class T> struct store_pointer {
    T *at;
    __host__ __device__ void operator()(long long i, const T *, const T &, const T &through) const
    {
        at[i] = through;
    }
};
} // namespace detail
} // namespace thrust

#ifndef __CUDA_ARCH__
namespace thrust
{
namespace detail
{
inline void finish(cudaStream_t stream, const char *what)
{
    check(cudaGetLastError(), what);
    check(cudaStreamSynchronize(stream), what);
}

// Memory of the device for as long as the object lives. Elements are not constructed.
template <class T> class temporary
{
    T *place;

  public:
    explicit temporary(size_t count) : place(nullptr)
    {
        check(cudaMalloc((void **)&place, (count > 0 ? count : 1) * sizeof(T)), "temporary memory");
    }
    temporary(const temporary &) = delete;
    temporary &operator=(const temporary &) = delete;
    ~temporary()
    {
        cudaFree((void *)place);
    }
    T *get() const
    {
        return place;
    }
    T read(size_t index) const
    {
        alignas(T) unsigned char bytes[sizeof(T)];
        check(cudaMemcpy(bytes, (const void *)(place + index), sizeof(T), cudaMemcpyDeviceToHost),
              "reading a result");
        return *reinterpret_cast<T *>(bytes);
    }
    void write(size_t index, const T &value)
    {
        check(cudaMemcpy((void *)(place + index), (const void *)&value, sizeof(T),
                         cudaMemcpyHostToDevice),
              "writing a value");
    }
};

template <class F> void launch_each(cudaStream_t stream, F f, long long count)
{
    if (count > 0) {
        long long blocks = (count + lockstep::BLOCK_THREADS - 1) / lockstep::BLOCK_THREADS;
        unsigned grid = (unsigned)(blocks < 65535 ? blocks : 65535);
        lockstep::for_each_index<F><<<grid, lockstep::BLOCK_THREADS, 0, stream>>>(f, count);
        finish(stream, "for_each");
    }
}

// op(init, load(0), ..., load(count - 1)), in some order, or without init where it is NULL.
template <class T, class Load, class Op>
T launch_reduce(cudaStream_t stream, Load load, long long count, const T *init, Op op)
{
    temporary<T> first(1);
    if (init != nullptr) {
        first.write(0, *init);
    }
    if (count <= 0) {
        return *init;
    }
    const T *given = init == nullptr ? nullptr : first.get();
    temporary<T> result(1);
    long long blocks = (count + lockstep::SCAN_TILE - 1) / lockstep::SCAN_TILE;
    unsigned grid = (unsigned)(blocks < 256 ? blocks : 256);
    if (grid == 1) {
        lockstep::reduce_index<Load, T, Op>
            <<<1, lockstep::BLOCK_THREADS, 0, stream>>>(load, count, result.get(), op, given);
    } else {
        temporary<T> partial(grid);
        const T *none = nullptr;
        lockstep::reduce_index<Load, T, Op>
            <<<grid, lockstep::BLOCK_THREADS, 0, stream>>>(load, count, partial.get(), op, none);
        lockstep::reduce_index<load_pointer<T>, T, Op><<<1, lockstep::BLOCK_THREADS, 0, stream>>>(
            load_pointer<T>{partial.get()}, grid, result.get(), op, given);
        finish(stream, "reduce");
    }
    finish(stream, "reduce");
    return result.read(0);
}

template <class T, class Load, class Op, class Store>
void launch_scan(cudaStream_t stream, Load load, long long count, Op op, Store store)
{
    if (count <= 0) {
        return;
    }
    unsigned tiles = (unsigned)((count + lockstep::SCAN_TILE - 1) / lockstep::SCAN_TILE);
    temporary<T> totals(tiles);
    if (tiles > 1) {
        lockstep::scan_totals<Load, T, Op>
            <<<tiles, lockstep::BLOCK_THREADS, 0, stream>>>(load, count, totals.get(), op);
        finish(stream, "scan");
        launch_scan<T>(stream, load_pointer<T>{totals.get()}, tiles, op,
                       store_pointer<T>{totals.get()});
    }
    const T *sums = totals.get();
    lockstep::scan_tiles<Load, T, Op, Store>
        <<<tiles, lockstep::BLOCK_THREADS, 0, stream>>>(load, count, sums, op, store);
    finish(stream, "scan");
}
} // namespace detail
} // namespace thrust
#endif

namespace thrust
{
namespace detail
{
// f(i) for all i < count, where the policy says.
template <class Policy, class F>
__host__ __device__ void each(const execution_policy<Policy> &policy, F f, long long count)
{
#ifndef __CUDA_ARCH__
    if constexpr (Policy::is_device) {
        launch_each(policy.derived().lockstep_stream(), f, count);
        return;
    } else
#endif
    {
        for (long long i = 0; i < count; i++) {
            f(i);
        }
    }
}
} // namespace detail
} // namespace thrust
