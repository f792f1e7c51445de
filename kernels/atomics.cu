// SPDX-License-Identifier: Apache-2.0
// An atomic operation reads a word, changes it and writes it back with nobody in between, and
// returns what it read. Operations on different words run side by side; operations on one word wait
// for each other. Global memory has them from compute capability 1.1 on, shared memory from 1.2,
// for floats from 2.0.
#include "lecture.h"

#include <cuda/atomic>

const int BLOCK = 256;
const int BLOCKS = 64;
const int COUNT = BLOCKS * BLOCK;
const int FEW = 1000; // where the counters that wrap around do so

enum { ADD, SUB, AND, OR, XOR, MIN, MAX, INC, DEC, EXCHANGE, COMPARE_AND_SWAP, CELLS };

// A number of many bits from i, the same on host and device.
__host__ __device__ inline unsigned scattered(unsigned i)
{
    return i * 2654435761u ^ i >> 3;
}

// The cells before anything is done to them.
__host__ __device__ inline unsigned start_of(int cell)
{
    return cell == AND || cell == MIN ? 0xffffffff : 0;
}

// Each operation once, on a cell of its own. What an exchange returns somebody has put there
// before: the sum of all that is returned and of what remains is the sum of all that was put in.
__device__ void every_operation(unsigned *cells, unsigned *returned_sum, unsigned x)
{
    atomicAdd(&cells[ADD], x);
    atomicSub(&cells[SUB], x);
    atomicAnd(&cells[AND], x | 0xf0f0);
    atomicOr(&cells[OR], x & 0xff00);
    atomicXor(&cells[XOR], x);
    atomicMin(&cells[MIN], x);
    atomicMax(&cells[MAX], x);
    atomicInc(&cells[INC], FEW - 1); // FEW - 1 goes to 0
    atomicDec(&cells[DEC], FEW - 1); // 0 goes to FEW - 1
    atomicAdd(returned_sum, atomicExch(&cells[EXCHANGE], x));
    // Any operation there is can be made of compare-and-swap: try until nobody came in between.
    unsigned seen = cells[COMPARE_AND_SWAP], expected;
    do {
        expected = seen;
        seen = atomicCAS(&cells[COMPARE_AND_SWAP], expected, expected + x % 2);
    } while (seen != expected);
}

__global__ void operations_global(unsigned *cells)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    every_operation(cells, &cells[CELLS], scattered(i));
}

// Cells for each block.
__global__ void operations_shared(unsigned *cells)
{
    __shared__ unsigned block_cells[CELLS + 1];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x <= CELLS)
        block_cells[threadIdx.x] = start_of(threadIdx.x);
    __syncthreads();
    every_operation(block_cells, &block_cells[CELLS], scattered(i));
    __syncthreads();
    if (threadIdx.x <= CELLS)
        cells[blockIdx.x * (CELLS + 1) + threadIdx.x] = block_cells[threadIdx.x];
}

// The lanes of a warp add to `words` different words: the fewer, the longer they wait.
__global__ void add_global(unsigned *sums, int words)
{
    atomicAdd(&sums[threadIdx.x % words], threadIdx.x);
}

__global__ void add_shared(unsigned *sums, int words)
{
    __shared__ unsigned block_sums[32];
    if (threadIdx.x < 32)
        block_sums[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&block_sums[threadIdx.x % words], threadIdx.x);
    __syncthreads();
    if (threadIdx.x < words)
        atomicAdd(&sums[threadIdx.x], block_sums[threadIdx.x]);
}

// The sum of an array of floats; the numbers are small and whole, so that any order is exact.
__global__ void sum_floats(const float *in, float *sum)
{
    atomicAdd(sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

// The same in C++'s own words, which name the scope (who takes part) and the order.
__global__ void sum_floats_by_reference(const float *in, float *sum)
{
    cuda::atomic_ref<float, cuda::thread_scope_device> total(*sum);
    total.fetch_add(in[blockIdx.x * blockDim.x + threadIdx.x], cuda::memory_order_relaxed);
}

// Whether `cells` are what the threads `first` ... `last` - 1 make of the start.
static bool are_right(const unsigned *cells, int first, int last)
{
    unsigned expected[CELLS], put_in = 0;
    for (int cell = 0; cell < CELLS; cell++)
        expected[cell] = start_of(cell);
    for (int i = first; i < last; i++) {
        unsigned x = scattered(i);
        expected[ADD] += x;
        expected[SUB] -= x;
        expected[AND] &= x | 0xf0f0;
        expected[OR] |= x & 0xff00;
        expected[XOR] ^= x;
        expected[MIN] = std::min(expected[MIN], x);
        expected[MAX] = std::max(expected[MAX], x);
        expected[COMPARE_AND_SWAP] += x % 2;
        put_in += x;
    }
    expected[INC] = (last - first) % FEW;
    expected[DEC] = (FEW - (last - first) % FEW) % FEW;
    expected[EXCHANGE] = put_in - cells[CELLS];
    return std::equal(expected, expected + CELLS, cells);
}

static bool check_operations()
{
    bool all_right = true;
    std::vector<unsigned> start(CELLS + 1);
    for (int cell = 0; cell < CELLS; cell++)
        start[cell] = start_of(cell);
    unsigned *device_cells = upload(start);
    operations_global<<<BLOCKS, BLOCK>>>(device_cells);
    if (!refused("operations_global"))
        all_right &= report("operations_global",
                            are_right(download(device_cells, CELLS + 1).data(), 0, COUNT));
    CUDA(cudaFree(device_cells));

    device_cells = device_zeros<unsigned>(BLOCKS * (CELLS + 1));
    operations_shared<<<BLOCKS, BLOCK>>>(device_cells);
    if (!refused("operations_shared")) {
        std::vector<unsigned> cells = download(device_cells, BLOCKS * (CELLS + 1));
        bool is_right = true;
        for (int i = 0; i < BLOCKS; i++)
            is_right &= are_right(&cells[i * (CELLS + 1)], i * BLOCK, (i + 1) * BLOCK);
        all_right &= report("operations_shared", is_right);
    }
    CUDA(cudaFree(device_cells));
    return all_right;
}

static bool check_contention(const char *name, void (*kernel)(unsigned *, int))
{
    bool all_right = true;
    unsigned *device_sums = device_zeros<unsigned>(32);
    for (int words : {32, 16, 8, 4, 2, 1}) {
        char variant[64];
        std::vector<unsigned> expected(32, 0);
        for (int t = 0; t < BLOCK; t++)
            expected[t % words] += t * BLOCKS;
        snprintf(variant, sizeof variant, "%s, words: %d", name, words);
        kernel<<<BLOCKS, BLOCK>>>(device_sums, words);
        if (refused(variant))
            continue;
        all_right &= report(variant, download(device_sums, 32) == expected);
        CUDA(cudaMemset(device_sums, 0, 32 * sizeof(unsigned)));
    }
    CUDA(cudaFree(device_sums));
    return all_right;
}

static bool check_floats(const char *variant, void (*kernel)(const float *, float *))
{
    std::vector<float> in(COUNT);
    float expected = 0;
    for (int i = 0; i < COUNT; i++) {
        in[i] = (float)(i % 13);
        expected += in[i];
    }
    float *device_in = upload(in), *device_sum = device_zeros<float>(1);
    kernel<<<BLOCKS, BLOCK>>>(device_in, device_sum);
    bool is_right = refused(variant) || report(variant, download(device_sum, 1)[0] == expected);
    CUDA(cudaFree(device_in));
    CUDA(cudaFree(device_sum));
    return is_right;
}

int main()
{
    bool all_right = check_operations();
    all_right &= check_contention("add_global", add_global);
    all_right &= check_contention("add_shared", add_shared);
    all_right &= check_floats("sum_floats", sum_floats);
    all_right &= check_floats("sum_floats_by_reference", sum_floats_by_reference);
    return all_right ? 0 : 1;
}
