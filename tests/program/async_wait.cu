// A warp that waits for asynchronous copies waits as long as it would for loads: for all groups, for
// all but the newest, and at an mbarrier; there also for bulk copies, where the GPU has them. Run with a clock.
#include <cstdint>
#include <cstdio>

#define COPIES 64
#define STRIDE 65536 // bytes from one copy to the next: each is a line of device memory of its own

enum Way { LOADED, WAIT_ALL, WAIT_BUT_ONE, WAIT_BUT_NINE, NO_WAIT, AT_MBARRIER, BULK, BULK_LANES };

__device__ uint32_t shared_address(const void *pointer)
{
    return (uint32_t)__cvta_generic_to_shared(pointer);
}

__device__ void copy(uint32_t to, const char *from)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n\tcp.async.commit_group;" ::"r"(to), "l"(from) : "memory");
}

__device__ void wait_for(uint32_t barrier, uint32_t parity)
{
    asm volatile("{\n\t.reg .pred done;\n\tagain:\n\tmbarrier.test_wait.parity.shared::cta.b64 done, [%0], %1;\n\t"
                 "@!done bra again;\n\t}" ::"r"(barrier),
                 "r"(parity)
                 : "memory");
}

template <Way way> __global__ void measure(const char *memory, long long *cycles, int *out)
{
    __shared__ __align__(128) int target[512];
    __shared__ uint64_t word, words[32];
    uint32_t barrier = shared_address(&word);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(way == BULK ? 1 : 32) : "memory");
    }
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&words[threadIdx.x])) : "memory");
    __syncwarp();
    int sum = 0;
    long long begin = clock64();
    for (int i = 0; i < COPIES; i++) {
        int *place = &target[i % 16 * 32 + threadIdx.x];
        const char *from = memory + (long long)(way * COPIES + i) * STRIDE + threadIdx.x * 4;
        if (way == LOADED) {
            *(volatile int *)place = *(const volatile int *)from;
        } else if (way < BULK) {
            copy(shared_address(place), from);
        }
        if (way == WAIT_ALL) {
            asm volatile("cp.async.wait_group 0;" ::: "memory");
        } else if (way == WAIT_BUT_ONE) {
            asm volatile("cp.async.wait_group 1;" ::: "memory");
        } else if (way == WAIT_BUT_NINE) {
            asm volatile("cp.async.wait_group 9;" ::: "memory");
        } else if (way == AT_MBARRIER) {
            asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
            wait_for(barrier, i & 1);
        }
#if __CUDA_ARCH__ >= 900
        if (way == BULK) {
            if (threadIdx.x == 0) {
                asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;\n\t"
                             "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%1], [%2], 128, [%0];" ::"r"(
                                 barrier),
                             "r"(shared_address(place)), "l"(from)
                             : "memory");
                wait_for(barrier, i & 1);
            }
            __syncwarp();
        } else if (way == BULK_LANES) { // each lane waits for a copy of its own
            uint32_t own = shared_address(&words[threadIdx.x]);
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16;\n\t"
                         "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%1], [%2], 16, [%0];" ::"r"(own),
                         "r"(shared_address(&target[i % 4 * 128 + threadIdx.x * 4])), "l"(from + threadIdx.x * 12)
                         : "memory");
            wait_for(own, i & 1);
        }
#endif
        sum += *(volatile int *)place;
    }
    if (threadIdx.x == 0) {
        *cycles = (clock64() - begin) / COPIES;
    }
    out[threadIdx.x] = sum;
}

template <Way way> static void run(const char *memory, long long *cycles, int *out, long long *took)
{
    measure<way><<<1, 32>>>(memory, cycles, out);
    cudaDeviceSynchronize();
    took[way] = *cycles;
}

static int failed;

static void expect(bool is_right, const char *what, long long cycles, long long loaded)
{
    if (!is_right) {
        printf("%s: %lld cycles, a load %lld\n", what, cycles, loaded);
        failed++;
    }
}

int main()
{
    char *memory;
    long long *cycles, took[BULK_LANES + 1];
    int *out;
    cudaMalloc(&memory, (BULK_LANES + 1) * COPIES * STRIDE);
    cudaMemset(memory, 0, (BULK_LANES + 1) * COPIES * STRIDE);
    cudaMallocManaged(&cycles, sizeof *cycles);
    cudaMalloc(&out, 32 * sizeof *out);
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    run<LOADED>(memory, cycles, out, took);
    run<WAIT_ALL>(memory, cycles, out, took);
    run<WAIT_BUT_ONE>(memory, cycles, out, took);
    run<WAIT_BUT_NINE>(memory, cycles, out, took);
    run<NO_WAIT>(memory, cycles, out, took);
    run<AT_MBARRIER>(memory, cycles, out, took);
    if (properties.major >= 9) {
        run<BULK>(memory, cycles, out, took);
        run<BULK_LANES>(memory, cycles, out, took);
    }
    long long loaded = took[LOADED];
    expect(loaded > 300, "a load", loaded, loaded);
    expect(took[WAIT_ALL] > loaded * 9 / 10 && took[WAIT_ALL] < loaded * 13 / 10, "wait_group 0", took[WAIT_ALL], loaded);
    expect(took[WAIT_BUT_ONE] > loaded * 4 / 10 && took[WAIT_BUT_ONE] < loaded * 7 / 10, "wait_group 1", took[WAIT_BUT_ONE],
           loaded);
    expect(took[WAIT_BUT_NINE] > loaded / 14 && took[WAIT_BUT_NINE] < loaded / 6, "wait_group 9", took[WAIT_BUT_NINE], loaded);
    expect(took[NO_WAIT] < loaded / 10, "no wait", took[NO_WAIT], loaded);
    expect(took[AT_MBARRIER] > loaded * 9 / 10 && took[AT_MBARRIER] < loaded * 13 / 10, "mbarrier", took[AT_MBARRIER],
           loaded);
    if (properties.major >= 9) {
        expect(took[BULK_LANES] > loaded * 9 / 10 && took[BULK_LANES] < loaded * 14 / 10, "bulk copies of lanes",
               took[BULK_LANES], loaded);
        expect(took[BULK] > loaded * 9 / 10 && took[BULK] < loaded * 14 / 10, "bulk copy", took[BULK], loaded);
    }
    printf("%d failed\n", failed);
    return failed != 0;
}
