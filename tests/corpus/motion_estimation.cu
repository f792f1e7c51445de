// SPDX-License-Identifier: Apache-2.0
// Motion vectors by block matching with SIMD video instructions: sums of absolute differences of four bytes at a
// time, squared differences by dp4a, thresholds and clipping by packed comparisons, half-pixel refinement.
#include <cstdint>
#include <cstdio>
#include "corpus.h"

#define BLOCK 8
#define RANGE 4

__device__ __forceinline__ uint32_t word_at(const uint8_t *image, int pitch, int x, int y)
{
    const uint8_t *p = image + y * pitch + x;
    const uint32_t *w = (const uint32_t *)((uintptr_t)p & ~(uintptr_t)3);
    unsigned shift = ((uintptr_t)p & 3) * 8;
    return __funnelshift_r(w[0], w[1], shift);
}

// A warp a block of pixels; lanes share the candidates.
__global__ void search(const uint8_t *current, const uint8_t *reference, int width, int height, int pitch, int4 *vectors)
{
    int bx = blockIdx.x, by = blockIdx.y * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (by * BLOCK >= height)
        return;
    unsigned best = ~0u;
    for (int c = lane; c < (2 * RANGE + 1) * (2 * RANGE + 1); c += 32) {
        int dx = c % (2 * RANGE + 1) - RANGE, dy = c / (2 * RANGE + 1) - RANGE;
        int x0 = bx * BLOCK + dx, y0 = by * BLOCK + dy;
        if (x0 < 0 || y0 < 0 || x0 + BLOCK > width || y0 + BLOCK > height)
            continue;
        unsigned sad = 0;
#pragma unroll
        for (int y = 0; y < BLOCK; y++)
#pragma unroll
            for (int x = 0; x < BLOCK; x += 4) {
                uint32_t a = word_at(current, pitch, bx * BLOCK + x, by * BLOCK + y), b = word_at(reference, pitch, x0 + x, y0 + y);
                sad += __vsadu4(a, b);
            }
        best = min(best, sad << 8 | (unsigned)c);
    }
    best = __reduce_min_sync(0xffffffffu, best);
    if (lane == 0) {
        int c = best & 255, dx = c % (2 * RANGE + 1) - RANGE, dy = c / (2 * RANGE + 1) - RANGE;
        int squares = 0;
        for (int y = 0; y < BLOCK; y++)
            for (int x = 0; x < BLOCK; x += 4) {
                uint32_t a = word_at(current, pitch, bx * BLOCK + x, by * BLOCK + y);
                uint32_t b = word_at(reference, pitch, bx * BLOCK + dx + x, by * BLOCK + dy + y);
                uint32_t d = __vabsdiffu4(a, b);
                squares = (int)__dp4a(d, d, (unsigned)squares);
            }
        vectors[by * gridDim.x + bx] = make_int4(dx, dy, (int)(best >> 8), squares);
    }
}

// The picture moved back by its vectors, and what differs more than a threshold marked.
__global__ void compensate(const uint32_t *current, const uint8_t *reference, int pitch, const int4 *vectors, int blocks_x, uint32_t *residual,
                           unsigned *marked)
{
    int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4, y = blockIdx.y;
    int4 v = vectors[(y / BLOCK) * blocks_x + x / BLOCK];
    uint32_t now = current[(y * pitch + x) / 4], then = word_at(reference, pitch, x + v.x, y + v.y);
    uint32_t up = __vsubus4(now, then), down = __vsubus4(then, now);
    uint32_t mask = __vcmpgtu4(__vmaxu4(up, down), 0x10101010);
    residual[(y * pitch + x) / 4] = __vadd4(__vavgu4(up, 0), __vsub4(0x80808080, __vavgu4(down, 0)));
    atomicAdd(marked, __popc(mask) / 8);
}

// Halves between pixels: packed averages of neighbors.
__global__ void half_pixels(const uint8_t *image, int pitch, uint32_t *out, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words)
        return;
    int x = i * 4 % pitch, y = i * 4 / pitch;
    uint32_t a = word_at(image, pitch, x, y), b = word_at(image, pitch, x + 1, y);
    uint32_t mean = __vhaddu4(a, b), rounded = __vavgu4(a, b), odd = __vcmpne4(mean, rounded);
    out[i] = __vminu4(__vaddus4(rounded, 0x0a0a0a0a), 0xf0f0f0f0) ^ (odd & 0x01010101) ^ (__vseteq4(a, b) << 1);
}

__global__ void packed_shorts(const uint32_t *a, const uint32_t *b, uint32_t *out)
{
    int i = threadIdx.x;
    uint32_t x = a[i], y = b[i];
    uint32_t r = __vadd2(x, y);
    r = __vmaxs2(r, __vneg2(x));
    r ^= __vsubss2(x, y);
    r += __vabsss2(y) & __vcmplts2(x, y);
    r ^= __vavgs2(x, y) ^ __vsads2(x, y);
    out[i] = r ^ __byte_perm(x, y, 0x5410 + i % 4);
}

int main()
{
    const int width = 64, height = 48, pitch = 64;
    Random random(7);
    std::vector<uint8_t> world((width + 16) * (height + 16)), before(pitch * (height + 1)), now(pitch * (height + 1));
    for (auto &p : world)
        p = (uint8_t)random.next();
    auto at = [&](int x, int y) { return world[(y + 8) * (width + 16) + x + 8]; };
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            before[y * pitch + x] = at(x, y);
            bool left = x < width / 2;
            now[y * pitch + x] = (uint8_t)(at(x + (left ? 3 : -2), y + (left ? -1 : 4)) ^ (random.next() % 16 == 0 ? 9 : 0));
        }
    uint8_t *reference = to_device(before), *current = to_device(now);
    const int bx = width / BLOCK, by = height / BLOCK;
    int4 *vectors = on_device<int4>(bx * by);
    search<<<dim3(bx, (by + 3) / 4), dim3(32, 4)>>>(current, reference, width, height, pitch, vectors);
    std::vector<int4> found = to_host(vectors, bx * by);
    long sads = 0, squares = 0;
    for (int4 v : found)
        sads += v.z, squares += v.w;
    for (int y = 0; y < by; y += 2) {
        for (int x = 0; x < bx; x++)
            printf(" (%2d,%2d)", found[y * bx + x].x, found[y * bx + x].y);
        printf("\n");
    }
    printf("absolute %ld, squares %ld\n", sads, squares);
    uint32_t *residual = on_device<uint32_t>(pitch * height / 4), *halves = on_device<uint32_t>(pitch * height / 4);
    unsigned *marked = on_device<unsigned>(1);
    compensate<<<dim3(1, height), 16>>>((uint32_t *)current, reference, pitch, vectors, bx, residual, marked);
    print_hash("residual", residual, pitch * height / 4);
    printf("marked %u\n", to_host(marked, 1)[0]);
    half_pixels<<<6, 128>>>(reference, pitch, halves, pitch * height / 4);
    print_hash("half pixels", halves, pitch * height / 4);
    packed_shorts<<<1, 256>>>((uint32_t *)current, (uint32_t *)reference, halves);
    print_hash("shorts", halves, 256);
    return 0;
}
