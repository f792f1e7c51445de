// SPDX-License-Identifier: Apache-2.0
// The driver API: what it tells about pointers, boxes copied in memory, memory of pools, values written by streams and
// awaited, launches with attributes and as before CUDA 4, functions by name.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>

static const char module_text[] = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry put(.param .u64 out, .param .u32 value)
{
    .reg .b32 %r<6>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [out];
    ld.param.u32 %r1, [value];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.s32 %r5, %r2, %r3, %r4;
    add.u32 %r1, %r1, %r5;
    mul.wide.u32 %d2, %r5, 4;
    add.u64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r1;
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

static void called(CUstream, CUresult result, void *data)
{
    *(int *)data += result == CUDA_SUCCESS ? 1 : 100;
}

static void pointers(CUdeviceptr plain, CUcontext context)
{
    CUdeviceptr managed, start = 0;
    unsigned type = 0, is_managed = 9;
    size_t size = 0;
    int device = -1;
    CUcontext found = NULL;
    CU(cuMemAllocManaged(&managed, 100, CU_MEM_ATTACH_GLOBAL));
    CU(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, plain));
    CU(cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_CONTEXT, plain));
    CU(cuPointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, plain + 5));
    CU(cuPointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, plain + 5));
    CU(cuPointerGetAttribute(&device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, plain));
    CU(cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed));
    printf("device memory: type %u, context %d, start %d, %zu bytes, device %d; managed %u\n", type, found == context, start == plain,
           size, device, is_managed);
    void *host = NULL, *data[] = {&type, &host};
    CUpointer_attribute both[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_HOST_POINTER};
    int variable = 0;
    CU(cuPointerGetAttributes(2, both, data, managed));
    printf("managed: type %u, the host's %d\n", type, host == (void *)managed);
    CU(cuPointerGetAttributes(2, both, data, (CUdeviceptr)&variable));
    printf("unknown: type %u, %s\n", type, name(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)&variable)));
    static int page[2048];
    unsigned flags = 0;
    CU(cuMemHostRegister(page, sizeof page, CU_MEMHOSTREGISTER_PORTABLE));
    CU(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)page));
    CU(cuMemHostGetFlags(&flags, page));
    CU(cuMemHostUnregister(page));
    printf("registered: type %u, flags %d; twice %s\n", type, (flags & CU_MEMHOSTREGISTER_PORTABLE) != 0, name(cuMemHostUnregister(page)));
    CU(cuMemFree(managed));
}

static void boxes(CUdeviceptr memory, CUcontext context)
{
    unsigned char host[2][3][4], back[8] = {};
    for (int i = 0; i < 24; i++)
        ((unsigned char *)host)[i] = i;
    CUDA_MEMCPY3D copy;
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = host, copy.srcPitch = 4, copy.srcHeight = 3;
    copy.srcXInBytes = 1, copy.srcY = 1;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE, copy.dstDevice = memory, copy.dstPitch = 2, copy.dstHeight = 2;
    copy.WidthInBytes = 2, copy.Height = 2, copy.Depth = 2;
    CU(cuMemcpy3D(&copy));
    CU(cuMemcpyPeer(memory + 64, context, memory, context, 8));
    CU(cuMemcpyDtoH(back, memory + 64, 8));
    printf("box:");
    for (int value : back)
        printf(" %d", value);
    printf("\n");
}

static void pools(CUdevice device)
{
    CUmemoryPool pool, standard;
    CUmemPoolProps properties;
    memset(&properties, 0, sizeof properties);
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = device;
    CU(cuMemPoolCreate(&pool, &properties));
    CU(cuDeviceGetDefaultMemPool(&standard, device));
    cuuint64_t keep = 1 << 20, used = 9, reserved = 9;
    CUdeviceptr a, b;
    CU(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
    CU(cuMemAllocFromPoolAsync(&a, 4096, pool, NULL));
    CU(cuMemAllocAsync(&b, 4096, NULL));
    CUmemoryPool of = NULL;
    CU(cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, a));
    CU(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    printf("pool: %llu used, its own %d,", (unsigned long long)used, of == pool && of != standard);
    CU(cuMemFreeAsync(a, NULL));
    CU(cuMemFreeAsync(b, NULL));
    CU(cuStreamSynchronize(NULL));
    CU(cuMemPoolTrimTo(pool, 0));
    CU(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &reserved));
    printf(" %llu kept\n", (unsigned long long)reserved);
    CU(cuMemPoolDestroy(pool));
}

static void values(CUdeviceptr memory)
{
    CUstream stream;
    unsigned flags = 9, words[4] = {};
    int calls = 0, priority = 9;
    CUdevice device = -1;
    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CU(cuStreamGetFlags(stream, &flags));
    CU(cuStreamGetPriority(stream, &priority));
    CU(cuCtxGetDevice(&device));
    CU(cuMemsetD16Async(memory, 0x7777, 8, stream));
    CU(cuStreamWriteValue32(stream, memory, 5, CU_STREAM_WRITE_VALUE_DEFAULT));
    CU(cuStreamWaitValue32(stream, memory, 5, CU_STREAM_WAIT_VALUE_EQ));
    CU(cuStreamWaitValue32(stream, memory, 4, CU_STREAM_WAIT_VALUE_GEQ));
    CU(cuStreamWaitValue32(stream, memory, 4, CU_STREAM_WAIT_VALUE_AND));
    CUstreamBatchMemOpParams batch[2];
    memset(batch, 0, sizeof batch);
    batch[0].operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
    batch[0].writeValue.address = memory + 8;
    batch[0].writeValue.value64 = 0x100000002;
    batch[1].operation = CU_STREAM_MEM_OP_WAIT_VALUE_64;
    batch[1].waitValue.address = memory + 8;
    batch[1].waitValue.value64 = 0x100000002;
    batch[1].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
    CU(cuStreamBatchMemOp(stream, 2, batch, 0));
    CU(cuStreamAddCallback(stream, called, &calls, 0));
    CU(cuMemcpyDtoHAsync(words, memory, sizeof words, stream));
    CU(cuStreamSynchronize(stream));
    printf("stream: flags %u, priority %d, device %d, callbacks %d, words %x %x %x %x\n", flags, priority, device, calls, words[0], words[1],
           words[2], words[3]);
    CU(cuStreamDestroy(stream));
}

static void launches(CUdeviceptr memory)
{
    CUmodule module, of = NULL;
    CUfunction put;
    const char *title = NULL;
    size_t offset = 9, size = 9;
    CUfunctionLoadingState state = CU_FUNCTION_LOADING_STATE_MAX;
    CU(cuModuleLoadData(&module, module_text));
    CU(cuModuleGetFunction(&put, module, "put"));
    CU(cuFuncGetModule(&of, put));
    CU(cuFuncGetName(&title, put));
    CU(cuFuncGetParamInfo(put, 1, &offset, &size));
    CU(cuFuncLoad(put));
    CU(cuFuncIsLoaded(&state, put));
    printf("%s: module %d, parameter 1 at %zu, %zu bytes, loaded %d; parameter 2 %s\n", title, of == module, offset, size,
           state == CU_FUNCTION_LOADING_STATE_LOADED, name(cuFuncGetParamInfo(put, 2, &offset, &size)));
    unsigned value = 10, words[8] = {};
    void *arguments[] = {&memory, &value};
    CUlaunchAttribute attribute;
    memset(&attribute, 0, sizeof attribute);
    attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    attribute.value.cooperative = 1;
    CUlaunchConfig configuration;
    memset(&configuration, 0, sizeof configuration);
    configuration.gridDimX = 2, configuration.gridDimY = configuration.gridDimZ = 1;
    configuration.blockDimX = 4, configuration.blockDimY = configuration.blockDimZ = 1;
    configuration.attrs = &attribute, configuration.numAttrs = 1;
    CU(cuLaunchKernelEx(&configuration, put, arguments, NULL));
    CU(cuMemcpyDtoH(words, memory, sizeof words));
    printf("with attributes: %u .. %u\n", words[0], words[7]);
    int blocks = 0, grid = 0, block = 0;
    CU(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, put, 1024, 0, CU_OCCUPANCY_DEFAULT));
    CU(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, put, NULL, 0, 512, CU_OCCUPANCY_DEFAULT));
    CU(cuOccupancyAvailableDynamicSMemPerBlock(&size, put, 1, 64));
    printf("occupancy: %d, %d, room for shared memory %d\n", blocks > 0, block, size > 1024);
    CU(cuModuleUnload(module));
}

static void contexts(CUcontext context, CUdevice device)
{
    unsigned long long one = 0, other = 0;
    unsigned flags = 9;
    int active = 9, least = 9, greatest = 9;
    CUcontext second;
    CU(cuCtxGetId(context, &one));
    CU(cuCtxGetStreamPriorityRange(&least, &greatest));
    CU(cuDevicePrimaryCtxGetState(device, &flags, &active));
    printf("context: flags %u, active %d, priorities %d %d\n", flags, active, least, greatest);
    CU(cuDevicePrimaryCtxRetain(&second, device));
    CU(cuCtxGetId(second, &other));
    printf("primary again: same %d, same id %d\n", second == context, one == other);
    CU(cuDevicePrimaryCtxRelease(device));
    CUfunc_cache cache = CU_FUNC_CACHE_PREFER_EQUAL;
    CU(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
    CU(cuCtxGetCacheConfig(&cache));
    CU(cuCtxResetPersistingL2Cache());
    char text[32] = "";
    CUdevice found = -1;
    CU(cuDeviceGetPCIBusId(text, sizeof text, device));
    CU(cuDeviceGetByPCIBusId(&found, text));
    printf("by its bus: %d\n", found == device);
    CUdriverProcAddressQueryResult status;
    CUresult (*version)(int *) = NULL;
    void *function = NULL;
    CU(cuGetProcAddress("cuDriverGetVersion", &function, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
    memcpy(&version, &function, sizeof version);
    int found_version = 0;
    CU(version(&found_version));
    printf("by name: status %d, version %d;", status, found_version > 0);
    printf(" none: %s", name(cuGetProcAddress("cuNothing", &function, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status)));
    printf(" %d\n", status);
}

int main()
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr memory;
    CU(cuInit(0));
    CU(cuDeviceGet(&device, 0));
    CU(cuDevicePrimaryCtxRetain(&context, device));
    CU(cuCtxSetCurrent(context));
    CU(cuMemAlloc(&memory, 256));
    pointers(memory, context);
    boxes(memory, context);
    pools(device);
    values(memory);
    launches(memory);
    contexts(context, device);
    CU(cuMemFree(memory));
    CU(cuDevicePrimaryCtxRelease(device));
    printf("done\n");
}
