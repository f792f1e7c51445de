// SPDX-License-Identifier: Apache-2.0
// The built-in vector types: components, make_ functions, operators of one's own, aligned wide loads and
// stores through reinterpret_cast, shuffles of bytes in uchar4, double2, long2, and sizes and alignments.
#include "corpus.h"

__host__ __device__ inline float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__host__ __device__ inline float4 operator*(float s, const float4 &v)
{
    return make_float4(s * v.x, s * v.y, s * v.z, s * v.w);
}
__host__ __device__ inline int4 &operator^=(int4 &a, const int4 &b)
{
    a.x ^= b.x, a.y ^= b.y, a.z ^= b.z, a.w ^= b.w;
    return a;
}
__host__ __device__ inline float2 rotate(float2 v) { return {-v.y, v.x}; }

__global__ void double_float4(const float4 *in, float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2.0f * in[i] + make_float4(1.0f, 2.0f, 3.0f, (float)(i & 63));
}

__global__ void copy_wide(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        int4 v = reinterpret_cast<const int4 *>(in)[i];
        const int4 mask = make_int4(1, 2, 4, 8);
        v ^= mask;
        ((int4 *)out)[i] = v;
    } else if (i == n / 4) {
        for (int k = n / 4 * 4; k < n; k++)
            out[k] = in[k] ^ 1;
    }
}

__global__ void pixels(const uchar4 *in, uchar4 *out, unsigned char *grey, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uchar4 p = in[i];
    grey[i] = (unsigned char)((p.x * 77 + p.y * 151 + p.z * 28) >> 8);
    uchar3 inverted = make_uchar3(255 - p.x, 255 - p.y, 255 - p.z);
    out[i] = make_uchar4(inverted.z, inverted.y, inverted.x, p.w);
}

__global__ void triples(const float3 *in, float3 *out, float2 *pairs, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 v = in[i], w = in[(i + 1) % n];
    out[i] = make_float3(v.y - w.z, v.z - w.x, v.x - w.y);
    float2 p = rotate(make_float2(v.x, w.y));
    p.x += 1.0f;
    pairs[i] = p;
}

__global__ void several(const short2 *in, ushort4 *packed, longlong2 *wide, double2 *real, uint3 *indices, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    short2 s = in[i];
    packed[i] = make_ushort4((unsigned short)s.x, (unsigned short)s.y, (unsigned short)(s.x + s.y), 7);
    wide[i] = make_longlong2((long long)s.x * s.y * 1048576, (long long)s.x - s.y);
    double2 d;
    d.x = s.x * 0.5;
    d.y = s.y * 0.25;
    real[i] = d;
    indices[i] = make_uint3(blockIdx.x, threadIdx.x, blockDim.x);
    char2 c = make_char2((char)s.x, (char)s.y);
    int1 one = make_int1(c.x + c.y);
    packed[i].w = (unsigned short)one.x;
}

__global__ void sizes(int *out)
{
    int k = 0;
    out[k++] = sizeof(float3), out[k++] = alignof(float3), out[k++] = sizeof(float4), out[k++] = alignof(float4);
    out[k++] = alignof(float2), out[k++] = sizeof(uchar3), out[k++] = alignof(uchar4), out[k++] = alignof(double2);
    out[k++] = sizeof(longlong4), out[k++] = alignof(short4), out[k++] = sizeof(dim3), out[k++] = alignof(char1);
}

int main()
{
    const int n = 5003;
    Random random(201);
    std::vector<float4> f4(n);
    std::vector<float3> f3(n);
    std::vector<uchar4> image(n);
    std::vector<short2> shorts(n);
    std::vector<int> ints(n);
    for (int i = 0; i < n; i++) {
        f4[i] = make_float4(random.uniform(), random.uniform(), random.uniform(), random.uniform());
        f3[i] = make_float3(random.uniform(), random.uniform(), random.uniform());
        unsigned bits = random.next();
        image[i] = make_uchar4(bits & 255, bits >> 8 & 255, bits >> 16 & 255, i & 255);
        shorts[i] = make_short2((short)random.next(), (short)random.next());
        ints[i] = (int)random.next();
    }
    const int blocks = (n + 127) / 128;
    float4 *df4 = to_device(f4), *of4 = on_device<float4>(n);
    double_float4<<<blocks, 128>>>(df4, of4, n);
    print_hash("float4", of4, n);
    int *di = to_device(ints), *oi = on_device<int>(n);
    copy_wide<<<blocks, 128>>>(di, oi, n);
    auto copied = to_host(oi, n);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += copied[i] != (ints[i] ^ (i < n / 4 * 4 ? 1 << i % 4 : 1));
    printf("wrong copies: %d\n", wrong);
    uchar4 *dimage = to_device(image), *oimage = on_device<uchar4>(n);
    unsigned char *grey = on_device<unsigned char>(n);
    pixels<<<blocks, 128>>>(dimage, oimage, grey, n);
    print_hash("inverted", oimage, n);
    print_hash("grey", grey, n);
    float3 *df3 = to_device(f3), *of3 = on_device<float3>(n);
    float2 *pairs = on_device<float2>(n);
    triples<<<blocks, 128>>>(df3, of3, pairs, n);
    print_hash("triples", of3, n);
    print_hash("pairs", pairs, n);
    short2 *ds = to_device(shorts);
    ushort4 *packed = on_device<ushort4>(n);
    longlong2 *wide = on_device<longlong2>(n);
    double2 *real = on_device<double2>(n);
    uint3 *indices = on_device<uint3>(n);
    several<<<blocks, 128>>>(ds, packed, wide, real, indices, n);
    print_hash("packed", packed, n);
    print_hash("wide", wide, n);
    print_hash("real", real, n);
    print_hash("indices", indices, n);
    sizes<<<1, 1>>>(oi);
    for (int size : to_host(oi, 12))
        printf("%d ", size);
    printf("\n");
    return 0;
}
