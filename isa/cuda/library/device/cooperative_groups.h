// SPDX-License-Identifier: Apache-2.0
// Cooperative groups: blocks, tiles, coalesced threads, clusters and the grid; CUDA Programming
// Guide, "Cooperative Groups". memcpy_async, scans and reductions: cooperative_groups/*.h.
#pragma once
#define _COOPERATIVE_GROUPS_H_
#include <type_traits>

namespace cooperative_groups {

namespace details {
__device__ __forceinline__ unsigned block_rank()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ __forceinline__ unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
// A counter in memory that the driver gives each cooperative launch: %envreg1:%envreg2.
__device__ __forceinline__ unsigned *grid_workspace()
{
    unsigned low, high;
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    return (unsigned *)((unsigned long long)high << 32 | low);
}
// What is no number goes from lane to lane word by word.
template <typename T, typename Shuffle> __device__ __forceinline__ T by_words(const T &value, Shuffle shuffle)
{
    if constexpr (std::is_arithmetic<T>::value || sizeof(T) % 4 != 0) {
        return shuffle(value);
    } else {
        T result = value;
        for (unsigned i = 0; i < sizeof(T) / 4; i++)
            ((unsigned *)&result)[i] = shuffle(((unsigned *)&result)[i]);
        return result;
    }
}
} // namespace details

class thread_group {
  protected:
    unsigned mask_, size_;
    int kind_; // 0 block, 1 lanes of a warp, 2 grid
  public:
    __device__ __forceinline__ thread_group(int kind, unsigned mask, unsigned size) : mask_(mask), size_(size), kind_(kind) {}
    __device__ __forceinline__ unsigned long long size() const { return size_; }
    __device__ __forceinline__ unsigned long long num_threads() const { return size_; }
    __device__ __forceinline__ unsigned long long thread_rank() const
    {
        if (kind_ == 0)
            return details::block_rank();
        return __popc(mask_ & __lanemask_lt());
    }
    __device__ __forceinline__ void sync() const
    {
        if (kind_ == 0)
            __syncthreads();
        else
            __syncwarp(mask_);
    }
    __device__ __forceinline__ bool is_valid() const { return true; }
    __device__ __forceinline__ unsigned __mask() const { return mask_; }
    __device__ __forceinline__ int __kind() const { return kind_; }
};

class thread_block {
  public:
    __device__ __forceinline__ operator thread_group() const { return thread_group(0, 0, details::block_size()); }
    static __device__ __forceinline__ void sync() { __syncthreads(); }
    static __device__ __forceinline__ unsigned thread_rank() { return details::block_rank(); }
    static __device__ __forceinline__ unsigned size() { return details::block_size(); }
    static __device__ __forceinline__ unsigned num_threads() { return details::block_size(); }
    static __device__ __forceinline__ dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static __device__ __forceinline__ dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static __device__ __forceinline__ dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static __device__ __forceinline__ dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    __device__ __forceinline__ bool is_valid() const { return true; }
    class arrival_token {};
    __device__ __forceinline__ arrival_token barrier_arrive() const
    {
        asm volatile("barrier.arrive 0, %0;" : : "r"((details::block_size() + 31) & ~31u) : "memory");
        return arrival_token();
    }
    __device__ __forceinline__ void barrier_wait(arrival_token &&) const { __syncthreads(); }
};
__device__ __forceinline__ thread_block this_thread_block() { return thread_block(); }

class grid_group {
  public:
    __device__ __forceinline__ void sync() const
    {
        unsigned *arrived = details::grid_workspace();
        __syncthreads();
        if (details::block_rank() == 0) {
            // Each block adds 1, the first one so much that the top bit flips when all have come.
            unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
            bool is_first = blockIdx.x + blockIdx.y + blockIdx.z == 0;
            unsigned share = is_first ? 0x80000000u - (blocks - 1) : 1;
            __threadfence();
            unsigned before = atomicAdd(arrived, share);
            unsigned now;
            do {
#if __CUDA_ARCH__ >= 700
                asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(arrived) : "memory");
#else
                now = *(volatile unsigned *)arrived;
#endif
            } while (((before ^ now) & 0x80000000u) == 0);
            __threadfence();
        }
        __syncthreads();
    }
    __device__ __forceinline__ bool is_valid() const { return details::grid_workspace() != nullptr; }
    __device__ __forceinline__ unsigned long long block_rank() const
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    __device__ __forceinline__ unsigned long long thread_rank() const
    {
        return block_rank() * details::block_size() + details::block_rank();
    }
    __device__ __forceinline__ unsigned long long num_blocks() const
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    __device__ __forceinline__ unsigned long long size() const { return num_blocks() * details::block_size(); }
    __device__ __forceinline__ unsigned long long num_threads() const { return size(); }
    __device__ __forceinline__ dim3 group_dim() const { return gridDim; }
    __device__ __forceinline__ dim3 dim_blocks() const { return gridDim; }
    __device__ __forceinline__ dim3 block_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};
__device__ __forceinline__ grid_group this_grid() { return grid_group(); }

class cluster_group {
  public:
    class arrival_token {};
    static __device__ __forceinline__ void sync()
    {
        asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" : : : "memory");
    }
    static __device__ __forceinline__ arrival_token barrier_arrive()
    {
        asm volatile("barrier.cluster.arrive.aligned;" : : : "memory");
        return arrival_token();
    }
    static __device__ __forceinline__ void barrier_wait()
    {
        asm volatile("barrier.cluster.wait.aligned;" : : : "memory");
    }
    static __device__ __forceinline__ void barrier_wait(arrival_token &&) { barrier_wait(); }
    static __device__ __forceinline__ unsigned block_rank()
    {
        unsigned rank;
        asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
        return rank;
    }
    static __device__ __forceinline__ unsigned num_blocks()
    {
        unsigned count;
        asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(count));
        return count;
    }
    static __device__ __forceinline__ dim3 block_index()
    {
        unsigned x, y, z;
        asm("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(x));
        asm("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(y));
        asm("mov.u32 %0, %%cluster_ctaid.z;" : "=r"(z));
        return dim3(x, y, z);
    }
    static __device__ __forceinline__ dim3 dim_blocks()
    {
        unsigned x, y, z;
        asm("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(x));
        asm("mov.u32 %0, %%cluster_nctaid.y;" : "=r"(y));
        asm("mov.u32 %0, %%cluster_nctaid.z;" : "=r"(z));
        return dim3(x, y, z);
    }
    static __device__ __forceinline__ unsigned thread_rank() { return block_rank() * details::block_size() + details::block_rank(); }
    static __device__ __forceinline__ unsigned num_threads() { return num_blocks() * details::block_size(); }
    static __device__ __forceinline__ unsigned size() { return num_threads(); }
    template <typename T> static __device__ __forceinline__ T *map_shared_rank(T *address, int rank)
    {
        T *mapped;
        asm("mapa.u64 %0, %1, %2;" : "=l"(mapped) : "l"(address), "r"(rank));
        return mapped;
    }
    static __device__ __forceinline__ unsigned query_shared_rank(const void *address)
    {
        unsigned rank;
        asm("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(address));
        return rank;
    }
};
__device__ __forceinline__ cluster_group this_cluster() { return cluster_group(); }

class coalesced_group {
    unsigned mask_;
    unsigned rank_, count_; // among the groups that it was made with

  public:
    __device__ __forceinline__ explicit coalesced_group(unsigned mask, unsigned rank = 0, unsigned count = 1) : mask_(mask), rank_(rank), count_(count) {}
    __device__ __forceinline__ operator thread_group() const { return thread_group(1, mask_, __popc(mask_)); }
    __device__ __forceinline__ unsigned size() const { return __popc(mask_); }
    __device__ __forceinline__ unsigned num_threads() const { return __popc(mask_); }
    __device__ __forceinline__ unsigned thread_rank() const { return __popc(mask_ & __lanemask_lt()); }
    __device__ __forceinline__ unsigned meta_group_rank() const { return rank_; }
    __device__ __forceinline__ unsigned meta_group_size() const { return count_; }
    __device__ __forceinline__ void sync() const { __syncwarp(mask_); }
    __device__ __forceinline__ unsigned __mask() const { return mask_; }
    __device__ __forceinline__ unsigned __lane_of(unsigned rank) const { return rank == 0 ? (unsigned)(__ffs(mask_) - 1) : size() == 32 ? rank : __fns(mask_, 0, rank + 1); }
    template <typename T> __device__ __forceinline__ T shfl(T value, unsigned rank) const
    {
        unsigned mask = mask_, lane = __lane_of(rank);
        return details::by_words(value, [=](auto word) { return __shfl_sync(mask, word, lane); });
    }
    template <typename T> __device__ __forceinline__ T shfl_down(T value, unsigned distance) const
    {
        unsigned from = thread_rank() + distance;
        unsigned mask = mask_, lane = from < size() ? __lane_of(from) : (unsigned)(__popc(__lanemask_lt()));
        return details::by_words(value, [=](auto word) { return __shfl_sync(mask, word, lane); });
    }
    template <typename T> __device__ __forceinline__ T shfl_up(T value, unsigned distance) const
    {
        unsigned rank = thread_rank();
        unsigned mask = mask_, lane = rank >= distance ? __lane_of(rank - distance) : (unsigned)(__popc(__lanemask_lt()));
        return details::by_words(value, [=](auto word) { return __shfl_sync(mask, word, lane); });
    }
    __device__ __forceinline__ int any(int predicate) const { return __any_sync(mask_, predicate); }
    __device__ __forceinline__ int all(int predicate) const { return __all_sync(mask_, predicate); }
    __device__ __forceinline__ unsigned __pack(unsigned lanes) const
    {
        unsigned packed = 0, rank = 0;
        for (unsigned rest = mask_; rest != 0; rest &= rest - 1)
            packed |= (lanes >> (__ffs(rest) - 1) & 1) << rank++;
        return packed;
    }
    __device__ __forceinline__ unsigned ballot(int predicate) const { return __pack(__ballot_sync(mask_, predicate)); }
    template <typename T> __device__ __forceinline__ unsigned match_any(T value) const { return __pack(__match_any_sync(mask_, value)); }
    template <typename T> __device__ __forceinline__ unsigned match_all(T value, int &all) const { return __pack(__match_all_sync(mask_, value, &all)); }
};
__device__ __forceinline__ coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

namespace details {
// Where a tile stands among the tiles of its parent.
template <unsigned Size> struct tile_lanes {
    static __device__ __forceinline__ unsigned rank() { return block_rank() & (Size - 1); }
    static __device__ __forceinline__ unsigned mask()
    {
        if (Size == 32)
            return 0xffffffffu;
        unsigned lane = block_rank() & 31u;
        return ((1u << (Size & 31)) - 1) << (lane & ~(Size - 1));
    }
};
} // namespace details

template <unsigned Size, typename Parent = void> class thread_block_tile;

namespace details {
// What meta_group_rank and meta_group_size count in.
template <typename Parent> struct parent_threads {
    static __device__ __forceinline__ unsigned rank() { return block_rank(); }
    static __device__ __forceinline__ unsigned size() { return block_size(); }
};
template <unsigned Outer, typename P> struct parent_threads<thread_block_tile<Outer, P>> {
    static __device__ __forceinline__ unsigned rank() { return block_rank() & (Outer - 1); }
    static __device__ __forceinline__ unsigned size() { return Outer; }
};
} // namespace details

template <unsigned Size, typename Parent> class thread_block_tile {
    static_assert((Size & (Size - 1)) == 0 && Size >= 1 && Size <= 32, "a tile has 1, 2, 4, 8, 16 or 32 threads");

  public:
    __device__ __forceinline__ operator thread_group() const { return thread_group(1, __mask(), Size); }
    __device__ __forceinline__ operator thread_block_tile<Size, void>() const { return thread_block_tile<Size, void>(meta_group_rank(), meta_group_size()); }
    static __device__ __forceinline__ unsigned __mask() { return details::tile_lanes<Size>::mask(); }
    static __device__ __forceinline__ constexpr unsigned size() { return Size; }
    static __device__ __forceinline__ constexpr unsigned num_threads() { return Size; }
    static __device__ __forceinline__ unsigned thread_rank() { return details::tile_lanes<Size>::rank(); }
    static __device__ __forceinline__ unsigned meta_group_rank() { return details::parent_threads<Parent>::rank() / Size; }
    static __device__ __forceinline__ unsigned meta_group_size() { return (details::parent_threads<Parent>::size() + Size - 1) / Size; }
    static __device__ __forceinline__ void sync() { __syncwarp(__mask()); }
    __device__ __forceinline__ bool is_valid() const { return true; }
    template <typename T> __device__ __forceinline__ T shfl(T value, int rank) const { return details::by_words(value, [=](auto word) { return __shfl_sync(__mask(), word, rank, Size); }); }
    template <typename T> __device__ __forceinline__ T shfl_down(T value, unsigned distance) const { return details::by_words(value, [=](auto word) { return __shfl_down_sync(__mask(), word, distance, Size); }); }
    template <typename T> __device__ __forceinline__ T shfl_up(T value, unsigned distance) const { return details::by_words(value, [=](auto word) { return __shfl_up_sync(__mask(), word, distance, Size); }); }
    template <typename T> __device__ __forceinline__ T shfl_xor(T value, unsigned lanes) const { return details::by_words(value, [=](auto word) { return __shfl_xor_sync(__mask(), word, (int)lanes, Size); }); }
    __device__ __forceinline__ int any(int predicate) const { return (__ballot_sync(__mask(), predicate) & __mask()) != 0; }
    __device__ __forceinline__ int all(int predicate) const { return (__ballot_sync(__mask(), predicate) & __mask()) == __mask(); }
    __device__ __forceinline__ unsigned __shift() const { return Size == 32 ? 0 : (details::block_rank() & 31u & ~(Size - 1)); }
    __device__ __forceinline__ unsigned ballot(int predicate) const { return (__ballot_sync(__mask(), predicate) & __mask()) >> __shift(); }
    template <typename T> __device__ __forceinline__ unsigned match_any(T value) const { return (__match_any_sync(__mask(), value) & __mask()) >> __shift(); }
    template <typename T> __device__ __forceinline__ unsigned match_all(T value, int &all) const { return (__match_all_sync(__mask(), value, &all) & __mask()) >> __shift(); }
};

// A tile of any parent: it knows its place in it.
template <unsigned Size> class thread_block_tile<Size, void> : public thread_block_tile<Size, thread_block> {
    unsigned rank_, count_;

  public:
    __device__ __forceinline__ thread_block_tile(unsigned rank, unsigned count) : rank_(rank), count_(count) {}
    __device__ __forceinline__ unsigned meta_group_rank() const { return rank_; }
    __device__ __forceinline__ unsigned meta_group_size() const { return count_; }
};

template <unsigned Size> __device__ __forceinline__ thread_block_tile<Size, thread_block> tiled_partition(const thread_block &) { return thread_block_tile<Size, thread_block>(); }
template <unsigned Size, unsigned Outer, typename P>
__device__ __forceinline__ thread_block_tile<Size, thread_block_tile<Outer, P>> tiled_partition(const thread_block_tile<Outer, P> &)
{
    static_assert(Size <= Outer, "a tile of a tile is not larger than it");
    return thread_block_tile<Size, thread_block_tile<Outer, P>>();
}
// Tiles whose size is known at run time only.
__device__ __forceinline__ thread_group tiled_partition(const thread_group &parent, unsigned size)
{
    unsigned lane = details::block_rank() & 31u;
    unsigned mask = size >= 32 ? 0xffffffffu : ((1u << size) - 1) << (lane & ~(size - 1));
    return thread_group(1, parent.__kind() == 1 ? mask & parent.__mask() : mask, size);
}
__device__ __forceinline__ thread_group tiled_partition(const thread_block &, unsigned size)
{
    unsigned lane = details::block_rank() & 31u;
    unsigned mask = size >= 32 ? 0xffffffffu : ((1u << size) - 1) << (lane & ~(size - 1));
    return thread_group(1, mask, size);
}
__device__ __forceinline__ coalesced_group tiled_partition(const coalesced_group &parent, unsigned size)
{
    unsigned rank = parent.thread_rank(), mask = 0;
    for (unsigned i = rank & ~(size - 1); i < parent.size() && i < (rank & ~(size - 1)) + size; i++)
        mask |= 1u << parent.__lane_of(i);
    return coalesced_group(mask, rank / size, (parent.size() + size - 1) / size);
}
// The threads of a group for which the predicate is the same.
template <typename Group> __device__ __forceinline__ coalesced_group binary_partition(const Group &group, bool predicate)
{
    unsigned yes = __ballot_sync(group.__mask(), predicate) & group.__mask();
    if (yes == 0 || yes == group.__mask())
        return coalesced_group(group.__mask());
    return coalesced_group(predicate ? yes : group.__mask() & ~yes, predicate, 2);
}
// The threads of a group with the same label. Groups are counted by their first threads.
template <typename Group, typename Label> __device__ __forceinline__ coalesced_group labeled_partition(const Group &group, Label label)
{
    unsigned same = __match_any_sync(group.__mask(), label), first = same & -same;
    unsigned leaders = __ballot_sync(group.__mask(), (same & __lanemask_lt()) == 0);
    return coalesced_group(same, __popc(leaders & (first - 1)), __popc(leaders));
}

template <typename Group> __device__ __forceinline__ void sync(const Group &group) { group.sync(); }
template <typename Group> __device__ __forceinline__ auto thread_rank(const Group &group) { return group.thread_rank(); }
template <typename Group> __device__ __forceinline__ auto group_size(const Group &group) { return group.size(); }

template <typename T> struct plus {
    __device__ __forceinline__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct less {
    __device__ __forceinline__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T> struct greater {
    __device__ __forceinline__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T> struct bit_and {
    __device__ __forceinline__ T operator()(T a, T b) const { return a & b; }
};
template <typename T> struct bit_or {
    __device__ __forceinline__ T operator()(T a, T b) const { return a | b; }
};
template <typename T> struct bit_xor {
    __device__ __forceinline__ T operator()(T a, T b) const { return a ^ b; }
};

} // namespace cooperative_groups
