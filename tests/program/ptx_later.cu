// SPDX-License-Identifier: Apache-2.0
// Functions of <cuda/ptx> that came after CUDA 13.0: elect_sync, mapa, mbarrier_inval, setmaxnreg.
#include <cuda/barrier>
#include <cuda_runtime.h>

#include <cstdio>

namespace ptx = cuda::ptx;

__global__ void __launch_bounds__(256) __cluster_dims__(2, 1, 1) elect(int *out)
{
    __shared__ int from_other;
    __shared__ uint64_t bar;
    if (threadIdx.x < 128) {
        ptx::setmaxnreg_dec(ptx::n32_t<40>{});
    } else {
        ptx::setmaxnreg_inc(ptx::n32_t<80>{});
    }
    int rank = (int)ptx::get_sreg_cluster_ctarank();
    bool is_elected = threadIdx.x < 32 && ptx::elect_sync(~0u);
    if (is_elected) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        atomicAdd(&out[2], 1);
    }
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
    if (is_elected) {
        *ptx::mapa(ptx::space_cluster, &from_other, rank ^ 1) = 10 + rank;
        uint64_t *other = ptx::mapa(ptx::space_cluster, &bar, rank ^ 1);
        ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, other);
        out[3 + rank] = (int)ptx::getctarank(ptx::space_cluster, other);
    }
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0)) {
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        out[rank] = from_other;
        ptx::mbarrier_inval(&bar);
    }
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
}

int main()
{
    int *out = nullptr;
    cudaMallocManaged(&out, 5 * sizeof(int));
    elect<<<2, 256>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d, %d elected, %d %d, %s\n", out[0], out[1], out[2], out[3], out[4], cudaGetErrorName(cudaGetLastError()));
}
