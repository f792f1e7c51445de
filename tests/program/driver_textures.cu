// SPDX-License-Identifier: Apache-2.0
// The driver API: arrays, copies to and from them, texture and surface objects, and references of a module.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>

static const char module_text[] = R"(
.version 7.0
.target sm_70
.address_size 64
.global .texref picture;
.global .surfref target;

// out[x] = a texel of the object at (x, row)
.visible .entry fetch(.param .u64 out, .param .u64 texture, .param .f32 row)
{
    .reg .b32 %r<3>;
    .reg .f32 %f<8>;
    .reg .b64 %d<6>;
    ld.param.u64 %d1, [out];
    ld.param.u64 %d2, [texture];
    ld.param.f32 %f1, [row];
    mov.u32 %r1, %tid.x;
    cvt.rn.f32.u32 %f2, %r1;
    add.f32 %f2, %f2, 0f3F000000;
    tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [%d2, {%f2, %f1}];
    mul.wide.u32 %d3, %r1, 4;
    add.u64 %d4, %d1, %d3;
    st.global.f32 [%d4], %f3;
    ret;
}

// The same of the module's reference
.visible .entry fetch_reference(.param .u64 out, .param .f32 row)
{
    .reg .b32 %r<3>;
    .reg .f32 %f<8>;
    .reg .b64 %d<6>;
    ld.param.u64 %d1, [out];
    ld.param.f32 %f1, [row];
    mov.u32 %r1, %tid.x;
    cvt.rn.f32.u32 %f2, %r1;
    add.f32 %f2, %f2, 0f3F000000;
    tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [picture, {%f2, %f1}];
    mul.wide.u32 %d3, %r1, 4;
    add.u64 %d4, %d1, %d3;
    st.global.f32 [%d4], %f3;
    ret;
}

// Writes x + 100 to row 0 of the object, and to row 1 of the module's reference
.visible .entry store(.param .u64 surface)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<3>;
    ld.param.u64 %d1, [surface];
    mov.u32 %r1, %tid.x;
    add.u32 %r2, %r1, 100;
    shl.b32 %r3, %r1, 2;
    mov.u32 %r4, 0;
    sust.b.2d.b32.trap [%d1, {%r3, %r4}], {%r2};
    mov.u32 %r4, 1;
    sust.b.2d.b32.trap [target, {%r3, %r4}], {%r2};
    ret;
}
)";

static const char *name(CUresult result)
{
    const char *text = "?";
    cuGetErrorName(result, &text);
    return text;
}

static void check(CUresult result, int line)
{
    if (result != CUDA_SUCCESS) {
        printf("line %d: %s\n", line, name(result));
        exit(1);
    }
}
#define CU(call) check(call, __LINE__)

enum { WIDTH = 4, HEIGHT = 3 };
static CUmodule module;
static CUdeviceptr out;

static void show(const char *title)
{
    float host[WIDTH];
    CU(cuMemcpyDtoH(host, out, sizeof host));
    printf("%s:", title);
    for (float value : host)
        printf(" %g", value);
    printf("\n");
}

static CUarray make(CUarray_format format, unsigned flags)
{
    CUDA_ARRAY3D_DESCRIPTOR want, found;
    CUarray array;
    memset(&want, 0, sizeof want);
    want.Width = WIDTH, want.Height = HEIGHT, want.Format = format, want.NumChannels = 1, want.Flags = flags;
    CU(cuArray3DCreate(&array, &want));
    CU(cuArray3DGetDescriptor(&found, array));
    printf("array: %zu by %zu by %zu, format %#x, channels %u, flags %u\n", found.Width, found.Height, found.Depth, found.Format,
           found.NumChannels, found.Flags);
    return array;
}

static void fill(CUarray array, const void *host, size_t texel)
{
    CUDA_MEMCPY2D copy;
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = host, copy.srcPitch = WIDTH * texel;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array;
    copy.WidthInBytes = WIDTH * texel, copy.Height = HEIGHT;
    CU(cuMemcpy2D(&copy));
}

static void copies()
{
    CUDA_ARRAY_DESCRIPTOR line = {8, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1}, found;
    CUarray a, b;
    unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {};
    CU(cuArrayCreate(&a, &line));
    CU(cuArrayCreate(&b, &line));
    CU(cuArrayGetDescriptor(&found, a));
    CU(cuMemcpyHtoA(a, 0, bytes, 8));
    CU(cuMemcpyAtoA(b, 2, a, 1, 4));
    CU(cuMemcpyAtoD(out, b, 2, 4));
    CU(cuMemcpyDtoA(b, 6, out, 2));
    CU(cuMemcpyAtoH(back, b, 2, 6));
    printf("line of %zu: %d %d %d %d %d %d\n", found.Width, back[0], back[1], back[2], back[3], back[4], back[5]);
    CU(cuArrayDestroy(a));
    CU(cuArrayDestroy(b));
}

static void objects(CUarray array)
{
    CUfunction fetch;
    CU(cuModuleGetFunction(&fetch, module, "fetch"));
    CUDA_RESOURCE_DESC resource, found;
    CUDA_TEXTURE_DESC how, found_how;
    memset(&resource, 0, sizeof resource);
    memset(&how, 0, sizeof how);
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    for (CUaddress_mode &mode : how.addressMode)
        mode = CU_TR_ADDRESS_MODE_CLAMP;
    how.filterMode = CU_TR_FILTER_MODE_POINT;
    CUtexObject texture;
    CU(cuTexObjectCreate(&texture, &resource, &how, NULL));
    CU(cuTexObjectGetResourceDesc(&found, texture));
    CU(cuTexObjectGetTextureDesc(&found_how, texture));
    float row = 1.5f;
    void *arguments[] = {&out, &texture, &row};
    CU(cuLaunchKernel(fetch, 1, 1, 1, WIDTH, 1, 1, 0, NULL, arguments, NULL));
    show("bytes as fractions");
    printf("its array %d, mode %d, flags %u\n", found.res.array.hArray == array, found_how.addressMode[1], found_how.flags);
    CU(cuTexObjectDestroy(texture));
}

static void references(CUarray array)
{
    CUfunction fetch;
    CUtexref picture, again, none;
    CU(cuModuleGetFunction(&fetch, module, "fetch_reference"));
    CU(cuModuleGetTexRef(&picture, module, "picture"));
    CU(cuModuleGetTexRef(&again, module, "picture"));
    printf("reference: the same %d, none: %s\n", picture == again, name(cuModuleGetTexRef(&none, module, "nothing")));
    CU(cuTexRefSetArray(picture, array, CU_TRSA_OVERRIDE_FORMAT));
    CU(cuTexRefSetAddressMode(picture, 0, CU_TR_ADDRESS_MODE_CLAMP));
    CU(cuTexRefSetAddressMode(picture, 1, CU_TR_ADDRESS_MODE_CLAMP));
    CU(cuTexRefSetFilterMode(picture, CU_TR_FILTER_MODE_LINEAR));
    float row = 1.0f; // between rows 0 and 1
    void *arguments[] = {&out, &row};
    CU(cuLaunchKernel(fetch, 1, 1, 1, WIDTH, 1, 1, 0, NULL, arguments, NULL));
    show("between two rows");
    CU(cuTexRefSetFilterMode(picture, CU_TR_FILTER_MODE_POINT));
    CU(cuLaunchKernel(fetch, 1, 1, 1, WIDTH, 1, 1, 0, NULL, arguments, NULL));
    show("the nearest row");
    CUarray found = NULL;
    CUfilter_mode filter = CU_TR_FILTER_MODE_LINEAR;
    CU(cuTexRefGetArray(&found, picture));
    CU(cuTexRefGetFilterMode(&filter, picture));
    printf("bound to its array %d, filter %d\n", found == array, filter);
}

static void surfaces(CUarray array)
{
    CUfunction store;
    CUsurfref target;
    CUsurfObject surface;
    CUDA_RESOURCE_DESC resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    CU(cuSurfObjectCreate(&surface, &resource));
    CU(cuModuleGetSurfRef(&target, module, "target"));
    CU(cuSurfRefSetArray(target, array, 0));
    CU(cuModuleGetFunction(&store, module, "store"));
    void *arguments[] = {&surface};
    CU(cuLaunchKernel(store, 1, 1, 1, WIDTH, 1, 1, 0, NULL, arguments, NULL));
    unsigned host[2][WIDTH] = {};
    CUDA_MEMCPY3D copy;
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY, copy.srcArray = array;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = host, copy.dstPitch = sizeof host[0], copy.dstHeight = 2;
    copy.WidthInBytes = sizeof host[0], copy.Height = 2, copy.Depth = 1;
    CU(cuMemcpy3D(&copy));
    printf("stored: %u %u, %u %u\n", host[0][0], host[0][3], host[1][0], host[1][3]);
    copy.srcXInBytes = 4;
    printf("beyond the array: %s\n", name(cuMemcpy3D(&copy)));
    CU(cuSurfObjectDestroy(surface));
}

static void mipmaps()
{
    CUDA_ARRAY3D_DESCRIPTOR want, found;
    CUmipmappedArray mipmap;
    CUarray level;
    memset(&want, 0, sizeof want);
    want.Width = 8, want.Height = 4, want.Format = CU_AD_FORMAT_HALF, want.NumChannels = 2;
    CU(cuMipmappedArrayCreate(&mipmap, &want, 3));
    CU(cuMipmappedArrayGetLevel(&level, mipmap, 2));
    CU(cuArray3DGetDescriptor(&found, level));
    printf("level 2: %zu by %zu, format %#x, channels %u\n", found.Width, found.Height, found.Format, found.NumChannels);
    CU(cuMipmappedArrayDestroy(mipmap));
}

int main()
{
    CUdevice device;
    CUcontext context;
    CU(cuInit(0));
    CU(cuDeviceGet(&device, 0));
    CU(cuDevicePrimaryCtxRetain(&context, device));
    CU(cuCtxSetCurrent(context));
    CU(cuModuleLoadData(&module, module_text));
    CU(cuMemAlloc(&out, 64));
    unsigned char bytes[HEIGHT][WIDTH];
    float floats[HEIGHT][WIDTH];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            bytes[y][x] = y * 102 + x * 17;
            floats[y][x] = y * 10 + x;
        }
    CUarray of_bytes = make(CU_AD_FORMAT_UNSIGNED_INT8, 0), of_floats = make(CU_AD_FORMAT_FLOAT, 0);
    CUarray of_words = make(CU_AD_FORMAT_UNSIGNED_INT32, CUDA_ARRAY3D_SURFACE_LDST);
    fill(of_bytes, bytes, 1);
    fill(of_floats, floats, 4);
    copies();
    objects(of_bytes);
    references(of_floats);
    surfaces(of_words);
    mipmaps();
    CU(cuArrayDestroy(of_bytes));
    CU(cuArrayDestroy(of_floats));
    CU(cuArrayDestroy(of_words));
    CU(cuMemFree(out));
    CU(cuModuleUnload(module));
    CU(cuDevicePrimaryCtxRelease(device));
    printf("done\n");
}
