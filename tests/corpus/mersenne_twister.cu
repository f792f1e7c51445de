// SPDX-License-Identifier: Apache-2.0
/* The Mersenne Twister MT19937 as a block's work: the state in shared memory, three dependent steps a refill,
   tempering by all threads; MT19937-64 one a thread with its state in local memory; both against <random>. And
   small uses: dice, shuffles by sorting, a walk. Written in plain C where that goes. */
#include <random>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 624
#define M 397
#define MATRIX_A 0x9908b0dfUL
#define UPPER_MASK 0x80000000UL
#define LOWER_MASK 0x7fffffffUL

static void check_(cudaError_t e, int line)
{
    if (e != cudaSuccess) {
        printf("line %d: %s\n", line, cudaGetErrorString(e));
        exit(2);
    }
}
#define check(e) check_((e), __LINE__)

struct mt_state {
    uint32_t mt[N];
};

__device__ static inline uint32_t twist(uint32_t upper, uint32_t lower, uint32_t far_)
{
    uint32_t y = (upper & UPPER_MASK) | (lower & LOWER_MASK);
    return far_ ^ (y >> 1) ^ (y & 1 ? (uint32_t)MATRIX_A : 0u);
}

__device__ static void refill(struct mt_state *s)
{
    /* 0..226 need old words only, 227..453 the new ones of the first step, 454..623 those of the second; a word's
       neighbor may be replaced by another thread, so all read before any writes. */
    for (int begin = 0; begin < N; begin += N - M) {
        int i = begin + (int)threadIdx.x, end = begin + (N - M) < N ? begin + (N - M) : N;
        uint32_t v = 0;
        if (i < end)
            v = twist(s->mt[i], s->mt[(i + 1) % N], s->mt[(i + M) % N]);
        __syncthreads();
        if (i < end)
            s->mt[i] = v;
        __syncthreads();
    }
}

__device__ static uint32_t temper(uint32_t y)
{
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680U;
    y ^= (y << 15) & 0xefc60000U;
    y ^= y >> 18;
    return y;
}

__global__ void generate(uint32_t seed, uint32_t *out, int n)
{
    __shared__ struct mt_state s;
    if (threadIdx.x == 0) {
        s.mt[0] = seed + blockIdx.x;
        for (int j = 1; j < N; j++)
            s.mt[j] = 1812433253U * (s.mt[j - 1] ^ (s.mt[j - 1] >> 30)) + j;
    }
    __syncthreads();
    for (int base = 0; base < n; base += N) {
        refill(&s);
        for (int i = threadIdx.x; i < N && base + i < n; i += blockDim.x)
            out[blockIdx.x * n + base + i] = temper(s.mt[i]);
        __syncthreads();
    }
}

struct twister64 {
    unsigned long long state[312];
    int index;
};

__global__ void generate64(unsigned long long seed, unsigned long long *out, int skip)
{
    struct twister64 t;
    t.state[0] = seed + threadIdx.x;
    for (int i = 1; i < 312; i++)
        t.state[i] = 6364136223846793005ULL * (t.state[i - 1] ^ (t.state[i - 1] >> 62)) + i;
    t.index = 312;
    unsigned long long x = 0;
    for (int k = 0; k <= skip; k++) {
        if (t.index == 312) {
            for (int i = 0; i < 312; i++) {
                x = (t.state[i] & 0xFFFFFFFF80000000ULL) | (t.state[(i + 1) % 312] & 0x7FFFFFFFULL);
                t.state[i] = t.state[(i + 156) % 312] ^ (x >> 1) ^ ((x & 1) * 0xB5026F5AA96619E9ULL);
            }
            t.index = 0;
        }
        x = t.state[t.index++];
    }
    x ^= (x >> 29) & 0x5555555555555555ULL;
    x ^= (x << 17) & 0x71D67FFFEDA60000ULL;
    x ^= (x << 37) & 0xFFF7EEE000000000ULL;
    x ^= x >> 43;
    out[threadIdx.x] = x;
}

__global__ void dice(const uint32_t *words, int n, unsigned int *faces)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(faces + (int)(__umulhi(words[i], 6)), 1u);
}

/* A permutation of 0..63: ranks of random words, ties by place. */
__global__ void shuffle(const uint32_t *words, unsigned char *deck)
{
    __shared__ uint32_t w[64];
    int t = threadIdx.x, rank = 0;
    w[t] = words[blockIdx.x * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; i++)
        rank += w[i] < w[t] || (w[i] == w[t] && i < t);
    deck[blockIdx.x * 64 + rank] = (unsigned char)t;
}

__global__ void walk(const uint32_t *words, int steps, int2 *ends)
{
    const uint32_t *mine = words + threadIdx.x * (steps / 16);
    int2 at = {0, 0};
    for (int i = 0; i < steps; i++) {
        switch (mine[i / 16] >> i % 16 * 2 & 3) {
        case 0:
            at.x++;
            break;
        case 1:
            at.x--;
            break;
        case 2:
            at.y++;
            break;
        default:
            at.y--;
        }
    }
    ends[threadIdx.x] = at;
}

int main(void)
{
    enum { blocks = 3, n = 2000 };
    uint32_t *out, *host = (uint32_t *)malloc(blocks * n * sizeof *host);
    check(cudaMalloc((void **)&out, blocks * n * sizeof *out));
    generate<<<blocks, 256>>>(5489u, out, n);
    check(cudaGetLastError());
    check(cudaMemcpy(host, out, blocks * n * sizeof *host, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int b = 0; b < blocks; b++) {
        std::mt19937 reference(5489u + b);
        for (int i = 0; i < n; i++)
            wrong += host[b * n + i] != reference();
    }
    printf("mt19937: %d wrong of %d, first %u, last %u\n", wrong, blocks * n, host[0], host[blocks * n - 1]);

    unsigned long long *out64, host64[32];
    check(cudaMalloc((void **)&out64, sizeof host64));
    generate64<<<1, 32>>>(5489ULL, out64, 700);
    check(cudaMemcpy(host64, out64, sizeof host64, cudaMemcpyDeviceToHost));
    wrong = 0;
    for (int t = 0; t < 32; t++) {
        std::mt19937_64 reference(5489ULL + t);
        reference.discard(700);
        wrong += host64[t] != reference();
    }
    printf("mt19937_64: %d wrong, first %llu\n", wrong, host64[0]);

    unsigned int *faces, count[6];
    check(cudaMalloc((void **)&faces, sizeof count));
    check(cudaMemset(faces, 0, sizeof count));
    dice<<<(blocks * n + 95) / 96, 96>>>(out, blocks * n, faces);
    check(cudaMemcpy(count, faces, sizeof count, cudaMemcpyDeviceToHost));
    for (int f = 0; f < 6; f++)
        printf("%d: %u  ", f + 1, count[f]);
    printf("\n");

    unsigned char *deck, cards[4][64];
    check(cudaMalloc((void **)&deck, sizeof cards));
    shuffle<<<4, 64>>>(out, deck);
    check(cudaMemcpy(cards, deck, sizeof cards, cudaMemcpyDeviceToHost));
    for (int d = 0; d < 4; d++) {
        unsigned long long seen = 0;
        for (int i = 0; i < 64; i++)
            seen |= 1ULL << cards[d][i];
        printf("deck %d: %d %d %d ... %d, complete %d\n", d, cards[d][0], cards[d][1], cards[d][2], cards[d][63], seen == ~0ULL);
    }
    int2 *ends, end[32];
    check(cudaMalloc((void **)&ends, sizeof end));
    walk<<<1, 32>>>(out, 800, ends);
    check(cudaMemcpy(end, ends, sizeof end, cudaMemcpyDeviceToHost));
    long squares = 0;
    for (int t = 0; t < 32; t++)
        squares += end[t].x * end[t].x + end[t].y * end[t].y;
    printf("walks: (%d, %d) (%d, %d), mean square %ld\n", end[0].x, end[0].y, end[31].x, end[31].y, squares / 32);
    free(host);
    check(cudaFree(out));
    return 0;
}
