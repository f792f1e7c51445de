// SPDX-License-Identifier: Apache-2.0
// Names of cooperative groups, so that declarations of device code compile on the host. Nothing
// here can be called there.
#ifndef LOCKSTEP_CUDA_COOPERATIVE_GROUPS_H
#define LOCKSTEP_CUDA_COOPERATIVE_GROUPS_H
#define _COOPERATIVE_GROUPS_H_

#include "cuda_runtime.h"

namespace cooperative_groups
{
class thread_group
{
  public:
    void sync() const;
    unsigned long long size() const;
    unsigned long long num_threads() const;
    unsigned long long thread_rank() const;
};

class thread_block : public thread_group
{
  public:
    dim3 group_index() const;
    dim3 thread_index() const;
    dim3 dim_threads() const;
    dim3 group_dim() const;
};

class grid_group : public thread_group
{
  public:
    bool is_valid() const;
    dim3 group_dim() const;
    unsigned long long num_blocks() const;
    unsigned long long block_rank() const;
};

class cluster_group : public thread_group
{
  public:
    unsigned int block_rank() const;
    unsigned int num_blocks() const;
    dim3 dim_blocks() const;
    template <class __T> __T *map_shared_rank(__T *address, int rank) const;
};

class multi_grid_group : public thread_group
{
};

class coalesced_group : public thread_group
{
  public:
    template <class __T> __T shfl(__T value, int rank) const;
    template <class __T> __T shfl_up(__T value, int delta) const;
    template <class __T> __T shfl_down(__T value, int delta) const;
    int any(int predicate) const;
    int all(int predicate) const;
    unsigned int ballot(int predicate) const;
};

template <unsigned int Size, class Parent = void> class thread_block_tile : public coalesced_group
{
  public:
    unsigned int meta_group_rank() const;
    unsigned int meta_group_size() const;
    template <class __T> __T shfl_xor(__T value, int mask) const;
};

template <class __T> struct plus {
    __T operator()(__T a, __T b) const
    {
        return a + b;
    }
};

template <class __T> struct less {
    __T operator()(__T a, __T b) const
    {
        return b < a ? b : a;
    }
};

template <class __T> struct greater {
    __T operator()(__T a, __T b) const
    {
        return a < b ? b : a;
    }
};

thread_block this_thread_block();
grid_group this_grid();
cluster_group this_cluster();
coalesced_group coalesced_threads();
template <unsigned int Size, class Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent &);
thread_group tiled_partition(const thread_group &, unsigned int);
template <class Group> void sync(const Group &);
template <class Group, class __T, class Operation> __T reduce(const Group &, __T value, Operation);
template <class Group, class... Arguments> void memcpy_async(const Group &, Arguments...);
template <class Group> void wait(const Group &);
} // namespace cooperative_groups

#endif
