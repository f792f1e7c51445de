// SPDX-License-Identifier: Apache-2.0
// Groups of a tile made by label, by predicate and by size: ranks and counts of groups, and
// collectives within them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(int *out, const int *in)
{
    auto block = cg::this_thread_block();
    auto w = cg::tiled_partition<32>(block);
    auto q = cg::tiled_partition<8>(w);
    int t = block.thread_rank(), v = in[t], n = 0;
    int *r = out + t * 40;
    auto b = cg::binary_partition(w, v & 1);
    r[n++] = b.meta_group_rank();
    r[n++] = b.meta_group_size();
    r[n++] = b.size();
    auto b8 = cg::binary_partition(q, v % 5 == 0);
    r[n++] = b8.meta_group_rank();
    r[n++] = b8.meta_group_size();
    r[n++] = b8.size();
    auto l8 = cg::labeled_partition(q, v % 5);
    r[n++] = l8.meta_group_rank();
    r[n++] = l8.meta_group_size();
    r[n++] = l8.size();
    r[n++] = l8.thread_rank();
    r[n++] = cg::reduce(l8, v, cg::less<int>());
    r[n++] = cg::inclusive_scan(l8, v);
    if (v % 3) {
        auto c = cg::coalesced_threads();
        r[n++] = c.meta_group_rank();
        r[n++] = c.meta_group_size();
        auto cb = cg::binary_partition(c, v & 4);
        r[n++] = cb.meta_group_rank();
        r[n++] = cb.meta_group_size();
        r[n++] = cb.size();
        auto cl = cg::labeled_partition(c, v % 7);
        r[n++] = cl.meta_group_rank();
        r[n++] = cl.meta_group_size();
        r[n++] = cl.size();
        auto ct = cg::tiled_partition(c, 4);
        r[n++] = ct.meta_group_rank();
        r[n++] = ct.meta_group_size();
        r[n++] = ct.size();
        r[n++] = ct.thread_rank();
        r[n++] = c.shfl_down(v, 2);
        r[n++] = c.shfl_up(v, 1);
        r[n++] = c.match_any(v % 4);
        r[n++] = c.ballot(v > 30);
        r[n++] = c.any(v == 2);
        r[n++] = c.all(v > 0);
    }
    auto dyn = cg::tiled_partition(block, 16);
    r[36] = dyn.thread_rank() * 100 + dyn.size();
    auto dyn2 = cg::tiled_partition(dyn, 4);
    r[37] = dyn2.thread_rank() * 100 + dyn2.size();
    r[38] = q.meta_group_rank() * 100 + q.meta_group_size();
    r[39] = w.meta_group_rank() * 100 + w.meta_group_size();
}
int main()
{
    const int n = 128;
    int h[n], *in, *o;
    for (int i = 0; i < n; i++)
        h[i] = (i * 73 + 19) % 101;
    cudaMalloc(&in, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMallocManaged(&o, n * 4 * 40);
    cudaMemset(o, 0, n * 160);
    k<<<1, n>>>(o, in);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int i = 0; i < 40; i++) {
        unsigned g = 0;
        for (int j = 0; j < n; j++)
            g = g * 31 + o[j * 40 + i];
        printf("%d %08x:", i, g);
        for (int j = 0; j < 8; j++)
            printf(" %d", o[j * 40 + i]);
        printf("\n");
    }
}
