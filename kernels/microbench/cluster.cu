// SPDX-License-Identifier: Apache-2.0
// Throughput of the shared memory of other blocks of a cluster: what SMs get through when all of
// them access each other's, against warps, the lanes' owners, and how their words lie in banks.
#include "access.h"
#include "throughput.h"

const int BODY = 8; // accesses of a round, independent of each other
const unsigned WORDS = 2048;

// An address of shared memory as another block of the cluster has it.
__device__ __forceinline__ unsigned address_at(unsigned address, unsigned owner)
{
    unsigned there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(owner));
    return there;
}

__device__ __forceinline__ void cluster_barrier()
{
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" : : : "memory");
}

// What is done to a word. `x` is no address, so that all accesses of a round may be in flight.
// ptxas makes the same ATOM of atom and red, on generic addresses too.
#define REMOTE(name, label_text, assembly)                                                         \
    struct name {                                                                                  \
        static const char *label()                                                                 \
        {                                                                                          \
            return label_text;                                                                     \
        }                                                                                          \
        static __device__ __forceinline__ void access(unsigned address, unsigned &x)               \
        {                                                                                          \
            asm volatile(assembly : "+r"(x) : "r"(address) : "memory");                            \
        }                                                                                          \
    };
// clang-format off
REMOTE(RemoteLoad,   "ld.shared::cluster.32",        "ld.volatile.shared::cluster.u32 %0, [%1];")
REMOTE(RemoteStore,  "st.shared::cluster.32",        "st.volatile.shared::cluster.u32 [%1], %0;")
REMOTE(RemoteReduce, "red.shared::cluster.add.u32",  "red.shared::cluster.add.u32 [%1], %0;")
// clang-format on
#undef REMOTE

// The offset of a lane's word, and the place of its owner after the lane's own block.
struct Target {
    unsigned offset, owner;
};

// Scrambles all bits of a number (the finalizer of MurmurHash3).
__device__ __forceinline__ unsigned scrambled(unsigned x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

// What the lane's target says; an access after the other takes another line of the owner's memory
// (128 bytes on). With any_of: one of so many words of all blocks, another for each access.
__device__ __forceinline__ Target target_of(const Target *targets, unsigned any_of, unsigned access,
                                            unsigned blocks)
{
    Target target = targets[threadIdx.x % 32];
    unsigned line = (threadIdx.x / 32 * BODY + access) % (WORDS / 32);
    target.offset = (target.offset + 128 * line) % (4 * WORDS);
    if (any_of != 0) {
        unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
        unsigned drawn = scrambled(thread * BODY + access + 1) % any_of;
        target.offset = 4 * (drawn / blocks);
        target.owner = drawn % blocks;
    }
    return target;
}

template <typename Access>
__global__ void __launch_bounds__(1024, 1)
    remote(Span *spans, unsigned *result, int rounds, const Target *targets, unsigned any_of)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    __shared__ __align__(128) unsigned words[WORDS];
    unsigned rank, blocks, sum = 0, x[BODY], address[BODY];
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    for (unsigned i = threadIdx.x; i < WORDS; i += blockDim.x)
        words[i] = 0;
#pragma unroll
    for (int i = 0; i < BODY; i++) {
        Target target = target_of(targets, any_of, (unsigned)i, blocks);
        address[i] =
            address_at(shared_address(words) + target.offset, (rank + target.owner) % blocks);
        x[i] = 0;
    }
    cluster_barrier();
    time_rounds(spans, rounds, [&]() {
#pragma unroll
        for (int i = 0; i < BODY; i++)
            Access::access(address[i], x[i]);
    });
#pragma unroll
    for (int i = 0; i < BODY; i++)
        sum += x[i];
    result[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    cluster_barrier(); // nobody leaves while others still access its memory
#endif
}

struct Pattern {
    std::string name;
    std::vector<Target> targets;
    unsigned any_of;
};

// Words for lane 0, 1, ... of the block that is so many places on.
static Pattern to_block(const char *name, const std::vector<unsigned> &offsets, unsigned owner)
{
    Pattern pattern = {name, {}, 0};
    for (unsigned offset : offsets)
        pattern.targets.push_back({offset, owner});
    return pattern;
}

// So many neighbors each take a part of a row.
static Pattern to_blocks(unsigned owners, unsigned blocks)
{
    Pattern pattern = {text("to=%u words=row", owners), {}, 0};
    for (unsigned lane = 0; lane < 32; lane++)
        pattern.targets.push_back({4 * lane, (lane / (32 / owners) + 1) % blocks});
    return pattern;
}

static std::vector<Pattern> patterns(unsigned blocks)
{
    std::vector<unsigned> scattered, row = stride_offsets(4), half_rows;
    Pattern any_row = {"to=any words=row", {}, 0}, any = {"to=any words=scattered", {}, 0};
    unsigned random = 1;
    for (unsigned lane = 0; lane < 32; lane++) {
        random = random * 1664525u + 1013904223u;
        unsigned owner = (random >> 20) % blocks;
        random = random * 1664525u + 1013904223u;
        scattered.push_back(4 * ((random >> 16) % WORDS));
        half_rows.push_back(128 * (lane / 16) + 4 * (lane % 16));
        any_row.targets.push_back({4 * lane, owner});
        any.targets.push_back({scattered.back(), owner});
    }
    std::vector<Pattern> all = {
        to_block("to=next words=row", row, 1),
        to_block("to=next words=one", stride_offsets(0), 1),
        to_block("to=next words=row16", half_rows, 1),
        to_block("to=next ways=2", conflict_offsets(2), 1),
        to_block("to=next ways=8", conflict_offsets(8), 1),
        to_block("to=next ways=32", conflict_offsets(32), 1),
        to_block("to=next words=scattered", scattered, 1),
        to_block("to=own words=row", row, 0),
        to_block("to=own words=scattered", scattered, 0),
        any_row,
        any,
        {"to=drawn words=2048", any.targets, 2048},
        {"to=drawn words=all", any.targets, WORDS * blocks},
    };
    for (unsigned owners = 2; owners <= blocks; owners *= 2)
        all.push_back(to_blocks(owners, blocks));
    return all;
}

// Executions of the body for each cycle of an SM, in the mean of all SMs: not all of them share
// their network with as many.
static double mean_rounds_per_cycle(std::vector<Span> spans, int rounds)
{
    double sum = 0;
    int sms = 0;
    std::sort(spans.begin(), spans.end(),
              [](const Span &one, const Span &other) { return one.sm < other.sm; });
    for (size_t i = 0; i < spans.size(); sms++) {
        size_t first = i;
        while (i < spans.size() && spans[i].sm == spans[first].sm)
            i++;
        sum += warp_rounds_per_cycle(
            {spans.begin() + (std::ptrdiff_t)first, spans.begin() + (std::ptrdiff_t)i}, rounds);
    }
    return ratio(sum, sms);
}

// Requests per cycle of one SM while all clusters work.
template <typename Access>
static double measure(const Pattern &pattern, int clusters, int blocks, int warps)
{
    int rounds = machine.is_quick ? 2 : 64;
    size_t all_warps = (size_t)clusters * (size_t)blocks * (size_t)warps;
    Buffer<Target> targets(32);
    Buffer<unsigned> result(32 * all_warps);
    Buffer<Span> spans(all_warps);
    CUDA(cudaMemcpy(targets.data, pattern.targets.data(), 32 * sizeof(Target),
                    cudaMemcpyHostToDevice));
    cudaLaunchConfig_t configuration = {};
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = (unsigned)blocks;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    configuration.gridDim = dim3((unsigned)(clusters * blocks));
    configuration.blockDim = dim3(32 * (unsigned)warps);
    configuration.attrs = &attribute;
    configuration.numAttrs = 1;
    CUDA(cudaLaunchKernelEx(&configuration, remote<Access>, spans.data, result.data, rounds,
                            (const Target *)targets.data, pattern.any_of));
    double requests = BODY * mean_rounds_per_cycle(spans.fetch(), rounds);
    row("cluster_throughput",
        text("op=%s %s clusters=%d blocks=%d warps=%d", Access::label(), pattern.name.c_str(),
             clusters, blocks, warps),
        requests, "requests/cycle");
    return requests;
}

template <typename Access> static void measure_access()
{
    int most = machine.is_quick ? 1 : machine.sm_count / 16 * 16;
    for (int blocks : sizes({2, 4, 8}, 1)) {
        for (const Pattern &pattern : patterns((unsigned)blocks)) {
            for (int warps : sizes({32, 8, 1}, 1))
                measure<Access>(pattern, 1, blocks, warps);
            measure<Access>(pattern, std::max(most / blocks, 1), blocks, 8);
        }
    }
}

// Loads of a word of each of 32 lines send two flits for each (sim/memory/remote.h): those of one
// cluster as fast as an SM can, those of all SMs of 16 in each GPC as fast as these can together.
static void measure_flits()
{
    const double flits = 64;
    Pattern lines = to_block("to=next lines=32", conflict_offsets(32), 1);
    int warps = machine.is_quick ? 1 : 32, all = std::max(machine.sm_count / 16 * 2, 1);
    key("remote_flit_cycles", ratio(1, flits * measure<RemoteLoad>(lines, 1, 2, warps)), "cycles");
    if (!machine.is_quick)
        key("remote_flits_per_cycle", 16 * flits * measure<RemoteLoad>(lines, all, 8, 8),
            "per cycle");
}

void measure_cluster()
{
    if (machine.compute_capability < 90)
        return;
    measure_flits();
    measure_access<RemoteLoad>();
    measure_access<RemoteStore>();
    measure_access<RemoteReduce>();
}
