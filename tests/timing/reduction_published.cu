// SPDX-License-Identifier: Apache-2.0
// The seven reductions of kernels/reduction.cu as Harris and the CUDA SDK's "reduction" time them:
// partial sums are added by further launches of the same kernel until one value is left, and the
// last kernel runs with 64 blocks. The argument is the number of threads of a block: 128 in
// Harris's slides, 256 in the later SDKs.
#define main main_of_the_lecture
#include "../../kernels/reduction.cu"
#undef main

const int BLOCKS_AT_MOST = 64;

typedef void (*Reduction)(const int *in, int *out);

// What is left after `count` values have been added in blocks of `share` values each, which other
// values follow that are 0.
static int blocks_for(int count, int share)
{
    return (count + share - 1) / share;
}

static bool is_right(const char *name, const int *sum, int expected)
{
    int found = 0;
    CUDA(cudaMemcpy(&found, sum, sizeof found, cudaMemcpyDeviceToHost));
    return report(name, found == expected);
}

// Runs `launch(blocks, from, to, count)` until one value is left; its place in the end.
template <class Launch>
static const int *reduce_all(Launch launch, const int *in, int *buffers[2], int share, int most)
{
    const int *from = in;
    for (int count = COUNT, turn = 0; count > 1; turn ^= 1) {
        int blocks = blocks_for(count, share);
        blocks = blocks < most ? blocks : most;
        CUDA(cudaMemset(buffers[turn], 0, COUNT / 128 * sizeof(int)));
        launch(blocks, from, buffers[turn], blocks * share > count ? blocks * share : count);
        from = buffers[turn];
        count = blocks;
    }
    return from;
}

template <unsigned THREADS>
static bool reduce_seven(const int *in, int *buffers[2], int expected)
{
    const struct {
        const char *name;
        Reduction kernel;
        int share; // values of a block
    } steps[] = {{"1 reduce_modulo", reduce_modulo, THREADS},
                 {"2 reduce_strided_index", reduce_strided_index, THREADS},
                 {"3 reduce_sequential", reduce_sequential, THREADS},
                 {"4 reduce_add_on_load", reduce_add_on_load, 2 * THREADS},
                 {"5 reduce_unrolled_last_warp", reduce_unrolled_last_warp, 2 * THREADS},
                 {"6 reduce_unrolled", reduce_unrolled<THREADS>, 2 * THREADS}};
    bool all_right = true;
    for (auto &step : steps) {
        auto launch = [&](int blocks, const int *from, int *to, int) {
            step.kernel<<<blocks, THREADS>>>(from, to);
        };
        all_right &= is_right(step.name, reduce_all(launch, in, buffers, step.share, COUNT), expected);
    }
    auto launch = [](int blocks, const int *from, int *to, int count) {
        reduce_many_per_thread<THREADS><<<blocks, THREADS>>>(from, to, count);
    };
    const int *sum = reduce_all(launch, in, buffers, 2 * THREADS, BLOCKS_AT_MOST);
    return is_right("7 reduce_many_per_thread", sum, expected) && all_right;
}

int main(int argc, char **argv)
{
    std::vector<int> in(COUNT);
    int expected = 0;
    for (int i = 0; i < COUNT; i++) {
        in[i] = i % 97 - 40;
        expected += in[i];
    }
    int *device_in = upload(in);
    int *buffers[2] = {device_zeros<int>(COUNT / 128), device_zeros<int>(COUNT / 128)};
    bool is_wide = argc > 1 && atoi(argv[1]) == 256;
    bool all_right = is_wide ? reduce_seven<256>(device_in, buffers, expected)
                             : reduce_seven<128>(device_in, buffers, expected);
    return all_right ? 0 : 1;
}
