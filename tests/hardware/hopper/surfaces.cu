// SPDX-License-Identifier: Apache-2.0
// What has no function in CUDA C++: formatted stores to surfaces (sust.p), reductions at surfaces (sured.b, sured.p), and
// fetches that compare depths; and what istypep says of handles. Prints the words that each left behind.
// nvcc -arch=sm_90 surfaces.cu && ./a.out [first case [last case]]
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define WIDTH  32
#define HEIGHT 4
#define DEPTH  2

#define STORE(geometry, clamp, coordinates)                                                        \
    asm volatile("sust.p." geometry ".v4.b32." clamp " [%0, " coordinates "], {%4, %5, %6, %7};" ::"l"(surface), \
                 "r"(x), "r"(y), "r"(z), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)                    \
                 : "memory")

__global__ void store(cudaSurfaceObject_t surface, const uint4 *values, int axes, int clamp, int shift)
{
    int x = threadIdx.x + shift, y = 1, z = 1;
    uint4 v = values[threadIdx.x];
    switch (axes * 10 + clamp) {
    case 10: STORE("1d", "trap", "{%1}"); break;
    case 20: STORE("2d", "trap", "{%1, %2}"); break;
    case 30: STORE("3d", "trap", "{%1, %2, %3, %3}"); break;
    case 21: STORE("2d", "clamp", "{%1, %2}"); break;
    case 22: STORE("2d", "zero", "{%1, %2}"); break;
    case 40: STORE("a2d", "trap", "{%3, %1, %2, %2}"); break;
    case 50: // fewer values than the format has
        asm volatile("sust.p.2d.b32.trap [%0, {%1, %2}], {%3};" ::"l"(surface), "r"(x), "r"(y), "r"(v.x) : "memory");
        break;
    default:
        asm volatile("sust.p.2d.v2.b32.trap [%0, {%1, %2}], {%3, %4};" ::"l"(surface), "r"(x), "r"(y), "r"(v.x), "r"(v.y)
                     : "memory");
        break;
    }
}

#define REDUCE(operation, constraint, value)                                                       \
    asm volatile("sured." operation " [%0, {%1, %2}], %3;" ::"l"(surface), "r"(x), "r"(1), constraint(value) : "memory")

#define WIDE(i) ((unsigned long long)v.y << 32 | v.x)

__global__ void reduce(cudaSurfaceObject_t surface, const uint4 *values, int operation, int scale, int shift)
{
    int x = (int)(threadIdx.x / 2) * scale + shift;
    uint4 v = values[threadIdx.x];
    unsigned long long w = WIDE(0);
    switch (operation) {
    case 0: REDUCE("b.add.2d.u32.trap", "r", v.x); break;
    case 1: REDUCE("b.add.2d.s32.trap", "r", v.x); break;
    case 2: REDUCE("b.add.2d.u64.trap", "l", w); break;
    case 3: REDUCE("b.min.2d.u32.trap", "r", v.x); break;
    case 4: REDUCE("b.min.2d.s32.trap", "r", v.x); break;
    case 5: REDUCE("b.min.2d.u64.trap", "l", w); break;
    case 6: REDUCE("b.min.2d.s64.trap", "l", w); break;
    case 7: REDUCE("b.max.2d.u32.trap", "r", v.x); break;
    case 8: REDUCE("b.max.2d.s32.trap", "r", v.x); break;
    case 9: REDUCE("b.max.2d.u64.trap", "l", w); break;
    case 10: REDUCE("b.max.2d.s64.trap", "l", w); break;
    case 11: REDUCE("b.and.2d.b32.trap", "r", v.x); break;
    case 12: REDUCE("b.or.2d.b32.trap", "r", v.x); break;
    case 13: REDUCE("b.add.2d.u32.clamp", "r", v.x); break;
    case 14: REDUCE("b.add.2d.u32.zero", "r", v.x); break;
    case 20: REDUCE("p.add.2d.b32.trap", "r", v.x); break;
    case 21: REDUCE("p.min.2d.b32.trap", "r", v.x); break;
    case 22: REDUCE("p.max.2d.b32.trap", "r", v.x); break;
    case 23: REDUCE("p.and.2d.b32.trap", "r", v.x); break;
    case 24: REDUCE("p.or.2d.b32.trap", "r", v.x); break;
    case 25: REDUCE("p.min.2d.b64.trap", "l", w); break;
    case 26: REDUCE("p.max.2d.b64.trap", "l", w); break;
    case 27: REDUCE("p.add.2d.b32.clamp", "r", v.x); break;
    case 28: REDUCE("p.add.2d.b32.zero", "r", v.x); break;
    default: break;
    }
}

__global__ void compare(cudaTextureObject_t texture, const float *depth, float4 *out)
{
    float x = threadIdx.x + 0.5f, y = 1.5f;
    float4 d;
    asm volatile("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;"
                 : "=f"(d.x), "=f"(d.y), "=f"(d.z), "=f"(d.w)
                 : "l"(texture), "f"(x), "f"(y), "f"(depth[threadIdx.x]));
    out[threadIdx.x] = d;
}

__global__ void types(cudaTextureObject_t texture, cudaSurfaceObject_t surface, uint32_t *out)
{
#define ASK(i, type, handle)                                                                       \
    asm volatile("{\n\t.reg .pred p;\n\tistypep." type " p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}"     \
                 : "=r"(out[i])                                                                    \
                 : "l"(handle))
    ASK(0, "texref", texture);
    ASK(1, "samplerref", texture);
    ASK(2, "surfref", texture);
    ASK(3, "texref", surface);
    ASK(4, "samplerref", surface);
    ASK(5, "surfref", surface);
    ASK(6, "texref", (cudaTextureObject_t)0);
    ASK(7, "samplerref", (cudaTextureObject_t)0);
    ASK(8, "surfref", (cudaTextureObject_t)0);
    ASK(9, "texref", (cudaTextureObject_t)12345);
    ASK(10, "surfref", (cudaTextureObject_t)12345);
}

static int first = 0, last = 1 << 30, cases;

// A case that fails leaves nothing for those after it.
static bool is_wanted()
{
    cases++;
    return cases - 1 >= first && cases - 1 <= last;
}

static void end(const char *name)
{
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        printf("%s: %s\n", name, cudaGetErrorName(error));
        fflush(stdout);
        fprintf(stderr, "%d\n", cases); // where to go on
        exit(1);
    }
}

// An array whose word i is i * 0x01030507, and its surface.
struct Surface {
    cudaArray_t array;
    cudaSurfaceObject_t object;
    size_t row_bytes;
    int rows, slices;
};

static Surface surface_of(cudaChannelFormatDesc format, int axes)
{
    Surface surface = {};
    int bits = format.x + format.y + format.z + format.w;
    surface.row_bytes = WIDTH * bits / 8;
    surface.rows = axes == 1 ? 1 : HEIGHT;
    surface.slices = axes >= 3 ? DEPTH : 1;
    cudaExtent extent = make_cudaExtent(WIDTH, axes == 1 ? 0 : HEIGHT, axes >= 3 ? DEPTH : 0);
    if (cudaMalloc3DArray(&surface.array, &format, extent,
                          cudaArraySurfaceLoadStore | (axes == 4 ? cudaArrayLayered : 0)) != cudaSuccess) {
        printf("no array\n");
        exit(2);
    }
    std::vector<uint32_t> words(surface.row_bytes * surface.rows * surface.slices / 4);
    for (size_t i = 0; i < words.size(); i++) {
        words[i] = (uint32_t)i * 0x01030507u;
    }
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(words.data(), surface.row_bytes, surface.row_bytes, surface.rows);
    copy.dstArray = surface.array;
    copy.extent = make_cudaExtent(WIDTH, surface.rows, surface.slices);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = surface.array;
    cudaCreateSurfaceObject(&surface.object, &resource);
    return surface;
}

// A hash of the whole array and the bytes of the row that was written.
static void show(const char *name, const Surface &surface)
{
    end(name);
    std::vector<uint8_t> all(surface.row_bytes * surface.rows * surface.slices);
    cudaMemcpy3DParms copy = {};
    copy.srcArray = surface.array;
    copy.dstPtr = make_cudaPitchedPtr(all.data(), surface.row_bytes, surface.row_bytes, surface.rows);
    copy.extent = make_cudaExtent(WIDTH, surface.rows, surface.slices);
    copy.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&copy);
    uint64_t hash = 14695981039346656037ull;
    for (uint8_t byte : all) {
        hash = (hash ^ byte) * 1099511628211ull;
    }
    printf("%s: %016llx", name, (unsigned long long)hash);
    size_t row = surface.rows > 1 ? surface.row_bytes : 0;
    row += surface.slices > 1 ? surface.row_bytes * surface.rows : 0;
    for (size_t i = 0; i < surface.row_bytes; i++) {
        printf("%s%02x", i % 8 == 0 ? " " : "", all[row + i]);
    }
    printf("\n");
    fflush(stdout);
    cudaDestroySurfaceObject(surface.object);
    cudaFreeArray(surface.array);
}

static uint4 *values;

// Values near the ends of each format, as floats or integers.
static void fill_values(cudaChannelFormatKind kind)
{
    static const float floats[] = {0.0f,     -0.0f,   1.0f,     -1.0f,   0.5f,    -0.5f,     0.25f,   2.0f,
                                   -2.0f,    0.1f,    -0.1f,    0.9f,    1e10f,   -1e10f,    1e-10f,  65504.0f,
                                   65519.0f, 65520.f, 65536.0f, 1.0009f, 1.0005f, 5.97e-8f,  2.9e-8f, 3e-8f,
                                   0.33333f, 0.0019f, 0.00197f, 0.998f,  0.9981f, 0.499999f, 3.14159f, 100.7f};
    std::vector<uint4> all(WIDTH);
    for (int i = 0; i < WIDTH; i++) {
        uint32_t word[4];
        for (int j = 0; j < 4; j++) {
            float real = floats[(i + 5 * j) % 32];
            uint32_t x = (uint32_t)(i + 5 * j) % 32;
            uint32_t whole = x < 12   ? (uint32_t[]){0, 1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 0x7fffffff, 0x80000000}[x]
                             : x < 24 ? 0u - (uint32_t[]){1, 2, 127, 128, 129, 255, 256, 32767, 32768, 32769, 65536, 100}[x - 12]
                                      : x * 0x9e3779b9u;
            memcpy(&word[j], &real, 4);
            word[j] = kind == cudaChannelFormatKindUnsigned || kind == cudaChannelFormatKindSigned ? whole : word[j];
            if (real == floats[15] && kind == cudaChannelFormatKindFloat && j == 3) {
                word[j] = 0x7fc00123u; // not a number
            }
        }
        all[i] = make_uint4(word[0], word[1], word[2], word[3]);
    }
    cudaMemcpy(values, all.data(), WIDTH * sizeof(uint4), cudaMemcpyHostToDevice);
}

static void try_store(const char *name, cudaChannelFormatDesc format, int axes, int clamp, int shift = 0)
{
    if (!is_wanted()) {
        return;
    }
    char text[64];
    snprintf(text, sizeof text, "store %s %d %d %d", name, axes, clamp, shift);
    fill_values(format.f);
    Surface surface = surface_of(format, axes >= 5 ? 2 : axes);
    store<<<1, WIDTH>>>(surface.object, values, axes, clamp, shift);
    show(text, surface);
}

static void try_reduce(const char *name, cudaChannelFormatDesc format, int operation, int scale, int shift = 0)
{
    if (!is_wanted()) {
        return;
    }
    char text[64];
    snprintf(text, sizeof text, "reduce %s %d %d", name, operation, shift);
    fill_values(cudaChannelFormatKindUnsigned);
    Surface surface = surface_of(format, 2);
    reduce<<<1, WIDTH>>>(surface.object, values, operation, scale, shift);
    show(text, surface);
}

static void stores()
{
    const auto u = cudaChannelFormatKindUnsigned, s = cudaChannelFormatKindSigned, f = cudaChannelFormatKindFloat;
    try_store("u8x4", cudaCreateChannelDesc(8, 8, 8, 8, u), 2, 0);
    try_store("s8x4", cudaCreateChannelDesc(8, 8, 8, 8, s), 2, 0);
    try_store("u16x4", cudaCreateChannelDesc(16, 16, 16, 16, u), 2, 0);
    try_store("s16x4", cudaCreateChannelDesc(16, 16, 16, 16, s), 2, 0);
    try_store("f16x4", cudaCreateChannelDesc(16, 16, 16, 16, f), 2, 0);
    try_store("u32x4", cudaCreateChannelDesc(32, 32, 32, 32, u), 2, 0);
    try_store("f32x4", cudaCreateChannelDesc(32, 32, 32, 32, f), 2, 0);
    try_store("u8x1", cudaCreateChannelDesc(8, 0, 0, 0, u), 2, 0);
    try_store("s16x2", cudaCreateChannelDesc(16, 16, 0, 0, s), 2, 0);
    try_store("f16x1", cudaCreateChannelDesc(16, 0, 0, 0, f), 2, 0);
    try_store("f16x2", cudaCreateChannelDesc(16, 16, 0, 0, f), 2, 0);
    try_store("s32x1", cudaCreateChannelDesc(32, 0, 0, 0, s), 2, 0);
    try_store("f32x2", cudaCreateChannelDesc(32, 32, 0, 0, f), 2, 0);
    for (int axes = 1; axes <= 6; axes++) {
        try_store("u8x2", cudaCreateChannelDesc(8, 8, 0, 0, u), axes, 0);
        try_store("f32x1", cudaCreateChannelDesc(32, 0, 0, 0, f), axes, 0);
    }
    for (int axes = 5; axes <= 6; axes++) {
        try_store("u8x4", cudaCreateChannelDesc(8, 8, 8, 8, u), axes, 0);
        try_store("f16x4", cudaCreateChannelDesc(16, 16, 16, 16, f), axes, 0);
    }
    for (int clamp = 1; clamp < 3; clamp++) {
        try_store("s16x1", cudaCreateChannelDesc(16, 0, 0, 0, s), 2, clamp, 3);
        try_store("s16x1", cudaCreateChannelDesc(16, 0, 0, 0, s), 2, clamp, -3);
    }
}

static void reductions()
{
    const auto u = cudaChannelFormatKindUnsigned, s = cudaChannelFormatKindSigned, f = cudaChannelFormatKindFloat;
    for (int operation = 0; operation <= 12; operation++) {
        bool is_wide = operation == 2 || operation == 5 || operation == 6 || operation == 9 || operation == 10;
        try_reduce("u32", cudaCreateChannelDesc(32, 0, 0, 0, u), operation, is_wide ? 8 : 4);
        try_reduce("u32x2", cudaCreateChannelDesc(32, 32, 0, 0, u), operation, 8);
    }
    try_reduce("u8x4", cudaCreateChannelDesc(8, 8, 8, 8, u), 0, 4);
    try_reduce("u32", cudaCreateChannelDesc(32, 0, 0, 0, u), 13, 4, 100);
    try_reduce("u32", cudaCreateChannelDesc(32, 0, 0, 0, u), 14, 4, 100);
    for (int operation = 20; operation <= 26; operation++) {
        try_reduce("u32", cudaCreateChannelDesc(32, 0, 0, 0, u), operation, 1);
        try_reduce("s32", cudaCreateChannelDesc(32, 0, 0, 0, s), operation, 1);
        try_reduce("u32x2", cudaCreateChannelDesc(32, 32, 0, 0, u), operation, 1);
        try_reduce("s32x2", cudaCreateChannelDesc(32, 32, 0, 0, s), operation, 1);
        try_reduce("f32", cudaCreateChannelDesc(32, 0, 0, 0, f), operation, 1);
        try_reduce("u8x4", cudaCreateChannelDesc(8, 8, 8, 8, u), operation, 1);
    }
    try_reduce("u16", cudaCreateChannelDesc(16, 0, 0, 0, u), 20, 1);
    try_reduce("u32", cudaCreateChannelDesc(32, 0, 0, 0, u), 27, 1, 20);
    try_reduce("u32", cudaCreateChannelDesc(32, 0, 0, 0, u), 28, 1, 20);
}

static void compares(bool is_depth, bool is_linear)
{
    if (!is_wanted()) {
        return;
    }
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, WIDTH, HEIGHT, is_depth ? 0x10 : 0); // CUDA_ARRAY3D_DEPTH_TEXTURE
    std::vector<float> texels(WIDTH * HEIGHT), depths(WIDTH);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        texels[i] = (i % WIDTH) / 32.0f;
    }
    for (int i = 0; i < WIDTH; i++) {
        depths[i] = (i / 3 * 3) / 32.0f + 1 / 128.0f * (i % 2);
    }
    cudaMemcpy2DToArray(array, 0, 0, texels.data(), WIDTH * 4, WIDTH * 4, HEIGHT, cudaMemcpyHostToDevice);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.filterMode = is_linear ? cudaFilterModeLinear : cudaFilterModePoint;
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    cudaTextureObject_t texture;
    cudaError_t error = cudaCreateTextureObject(&texture, &resource, &description, NULL);
    printf("compare %d %d: %s", is_depth, is_linear, cudaGetErrorName(error));
    if (error == cudaSuccess) {
        float4 *out;
        float *depth;
        cudaMalloc(&out, WIDTH * sizeof *out);
        cudaMalloc(&depth, WIDTH * sizeof *depth);
        cudaMemcpy(depth, depths.data(), WIDTH * sizeof *depth, cudaMemcpyHostToDevice);
        compare<<<1, WIDTH>>>(texture, depth, out);
        end("compare");
        std::vector<float4> all(WIDTH);
        cudaMemcpy(all.data(), out, WIDTH * sizeof *out, cudaMemcpyDeviceToHost);
        for (float4 d : all) {
            printf(" %g,%g,%g,%g", d.x, d.y, d.z, d.w);
        }
    }
    printf("\n");
    fflush(stdout);
}

static void kinds()
{
    if (!is_wanted()) {
        return;
    }
    Surface surface = surface_of(cudaCreateChannelDesc<float>(), 2);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = surface.array;
    cudaTextureDesc description = {};
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &description, NULL);
    uint32_t *out, all[11];
    cudaMalloc(&out, sizeof all);
    types<<<1, 1>>>(texture, surface.object, out);
    end("types");
    cudaMemcpy(all, out, sizeof all, cudaMemcpyDeviceToHost);
    printf("types:");
    for (uint32_t type : all) {
        printf(" %u", type);
    }
    printf("\n");
}

static void normalized()
{
#define NORMALIZED(name, kind, x, y, z, w)                                                         \
    try_store(name, cudaChannelFormatDesc{x, y, z, w, cudaChannelFormatKind##kind}, 2, 0)
    NORMALIZED("unorm8x4", UnsignedNormalized8X4, 8, 8, 8, 8);
    NORMALIZED("snorm8x4", SignedNormalized8X4, 8, 8, 8, 8);
    NORMALIZED("unorm16x2", UnsignedNormalized16X2, 16, 16, 0, 0);
    NORMALIZED("snorm16x1", SignedNormalized16X1, 16, 0, 0, 0);
}

static void faults()
{
    const auto u = cudaChannelFormatKindUnsigned, s = cudaChannelFormatKindSigned;
    try_store("s16x1", cudaCreateChannelDesc(16, 0, 0, 0, s), 2, 0, 3);
    try_store("s16x1", cudaCreateChannelDesc(16, 0, 0, 0, s), 2, 0, -3);
    try_reduce("u32", cudaCreateChannelDesc(32, 0, 0, 0, u), 0, 4, 2);
    try_reduce("u32", cudaCreateChannelDesc(32, 0, 0, 0, u), 0, 4, 100);
    try_reduce("u32", cudaCreateChannelDesc(32, 0, 0, 0, u), 20, 1, 20);
}

int main(int count, char **arguments)
{
    first = count > 1 ? atoi(arguments[1]) : first;
    last = count > 2 ? atoi(arguments[2]) : last;
    cudaMalloc(&values, WIDTH * sizeof *values);
    stores();
    reductions();
    compares(false, false);
    compares(false, true);
    kinds();
    normalized();
    faults();
    compares(true, false);
    compares(true, true);
    return 0;
}
