// SPDX-License-Identifier: Apache-2.0
/* char, short and bool: promotion, wrapping when stored, sign extension, comparisons of mixed signedness,
   compound assignment, shifts, division, and packing through memory. Each case also on the host. */
#include "corpus.h"

typedef signed char s8;
typedef unsigned char u8;
typedef short s16;
typedef unsigned short u16;

#define OUTPUTS 16

__host__ __device__ void narrow(int x, int y, int *out)
{
    s8 a = (s8)x, b = (s8)y;
    u8 ua = (u8)x, ub = (u8)y;
    s16 c = (s16)x, d = (s16)(y * 3);
    u16 uc = (u16)x, ud = (u16)y;
    bool p = x & 4, q = y > 100;
    char plain = (char)(x >> 2);
    int k = 0;

    out[k++] = a + b;
    a += b;
    out[k++] = a;
    ua = (u8)(ua * ub);
    out[k++] = ua + (a < ua);
    out[k++] = (a == ub) + 2 * (a < ud) + 4 * ((unsigned)a < ud) + 8 * (c > (int)uc);
    c -= d;
    uc ^= ud << 3;
    out[k++] = c * d;
    out[k++] = uc * 3 - ud;
    out[k++] = b ? a / b : -1;
    out[k++] = ub ? (ua % ub) << 1 : c >> 3;
    out[k++] = p + q + (p && !q) * 10 + (p ^ q) * 100;
    p |= q;
    p &= x != y;
    out[k++] = p ? plain : -plain;
    a = -a;
    ua = ~ua;
    out[k++] = a * 256 + ua;
    a++;
    ub--;
    c *= 4;
    ud >>= 1;
    out[k++] = a ^ ub ^ c ^ ud;
    out[k++] = (s8)(u8)(x + 200) + (u16)(s8)y + (int)(u8)-1;
    out[k++] = (a > 0 ? a : ub) + (p ? c : (s8)3);
    unsigned char bytes[4] = {(u8)x, (u8)(x >> 8), ub, (u8)plain};
    unsigned packed = 0;
    for (u8 i = 0; i < 4; i++)
        packed = packed << 8 | bytes[3 - i];
    out[k++] = (int)packed;
    s8 wrap = 120;
    for (s8 i = 0; i != 10; i = (s8)(i + 1))
        wrap = (s8)(wrap + (x & 1));
    out[k++] = wrap * 1000 + (int)(float)b + (int)sizeof(a + b) + (int)sizeof(p);
}

__global__ void narrow_kernel(const int *x, const int *y, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        narrow(x[i], y[i], out + i * OUTPUTS);
}

/* Saturating brightness and a 3-tap blur of bytes, a prefix parity of bools. */
__global__ void bytes(const u8 *in, u8 *bright, s8 *difference, int n, short gain)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    short value = (short)(in[i] * gain / 16);
    bright[i] = value > 255 ? 255 : value < 0 ? 0 : (u8)value;
    difference[i] = (s8)(in[(i + 1) % n] - in[i]);
}

__global__ void parity(const u8 *in, bool *out, s16 *counts, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool state = false;
    s16 count = 0;
    for (int k = 0; k < each; k++) {
        state = state != (in[i * each + k] & 1);
        out[i * each + k] = state;
        count += state;
    }
    counts[i] = count;
}

int main(void)
{
    const int n = 4096;
    Random random(171);
    std::vector<int> x(n), y(n), expected(n * OUTPUTS);
    std::vector<u8> image(n);
    for (int i = 0; i < n; i++) {
        x[i] = (int)(random.next() % 70000) - 35000;
        y[i] = (int)(random.next() % 600) - 300;
        image[i] = (u8)random.next();
        narrow(x[i], y[i], &expected[i * OUTPUTS]);
    }
    int *dx = to_device(x), *dy = to_device(y), *dout = on_device<int>(n * OUTPUTS);
    narrow_kernel<<<n / 128, 128>>>(dx, dy, dout, n);
    printf("%s\n", expected == to_host(dout, n * OUTPUTS) ? "same" : "different");
    print_hash("narrow", dout, n * OUTPUTS);
    u8 *din = to_device(image), *bright = on_device<u8>(n);
    s8 *difference = on_device<s8>(n);
    bytes<<<n / 256, 256>>>(din, bright, difference, n, 23);
    print_hash("bright", bright, n);
    print_hash("difference", difference, n);
    bool *states = on_device<bool>(n);
    s16 *counts = on_device<s16>(n / 32);
    parity<<<2, n / 64>>>(din, states, counts, 32);
    print_hash("counts", counts, n / 32);
    return 0;
}
