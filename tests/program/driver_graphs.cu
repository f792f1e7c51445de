// SPDX-License-Identifier: Apache-2.0
// The driver API: graphs of kernels, copies, memsets and host functions, built and captured, changed and launched.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>

static const char module_text[] = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry add(.param .u64 out, .param .u32 value)
{
    .reg .b32 %r<4>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [out];
    ld.param.u32 %r1, [value];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %d2, %r2, 4;
    add.u64 %d3, %d1, %d2;
    ld.global.u32 %r3, [%d3];
    add.u32 %r3, %r3, %r1;
    st.global.u32 [%d3], %r3;
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

enum { COUNT = 4 };
static CUfunction add;
static CUdeviceptr memory;
static unsigned host[COUNT];
static int calls;

static void called(void *data)
{
    ++*(int *)data;
}

static void launch(CUgraphExec executable, CUstream stream, const char *title)
{
    memset(host, 0, sizeof host);
    CU(cuGraphLaunch(executable, stream));
    CU(cuStreamSynchronize(stream));
    printf("%s: %u %u, calls %d\n", title, host[0], host[COUNT - 1], calls);
}

static CUDA_MEMCPY3D copy_back()
{
    CUDA_MEMCPY3D copy;
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE, copy.srcDevice = memory;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = host;
    copy.WidthInBytes = sizeof host, copy.Height = copy.Depth = 1;
    return copy;
}

static void built(CUcontext context, CUstream stream)
{
    CUgraph graph, clone;
    CUgraphNode fill, kernel, copy, function, found = NULL, edges[2][4];
    CUgraphExec executable;
    unsigned value = 5;
    void *arguments[] = {&memory, &value};
    CUDA_MEMSET_NODE_PARAMS how = {};
    how.dst = memory, how.value = 7, how.elementSize = 4, how.width = COUNT, how.height = 1;
    CUDA_KERNEL_NODE_PARAMS call = {}, told = {};
    call.func = add, call.gridDimX = call.gridDimY = call.gridDimZ = 1;
    call.blockDimX = COUNT, call.blockDimY = call.blockDimZ = 1, call.kernelParams = arguments;
    CUDA_MEMCPY3D back = copy_back(), told_copy;
    CUDA_HOST_NODE_PARAMS last = {called, &calls};
    CU(cuGraphCreate(&graph, 0));
    CU(cuGraphAddMemsetNode(&fill, graph, NULL, 0, &how, context));
    CU(cuGraphAddKernelNode(&kernel, graph, &fill, 1, &call));
    CU(cuGraphAddMemcpyNode(&copy, graph, NULL, 0, &back, context));
    CU(cuGraphAddDependencies(graph, &kernel, &copy, NULL, 1));
    CU(cuGraphAddHostNode(&function, graph, &copy, 1, &last));
    size_t nodes = 0, roots = 0, count = 4;
    CUgraphEdgeData data[4];
    memset(data, 1, sizeof data);
    CU(cuGraphGetNodes(graph, NULL, &nodes));
    CU(cuGraphGetRootNodes(graph, NULL, &roots));
    CU(cuGraphGetEdges(graph, edges[0], edges[1], data, &count));
    CUgraphNodeType type;
    CU(cuGraphNodeGetType(kernel, &type));
    printf("built: %zu nodes, %zu root, %zu edges, port %d, a kernel %d\n", nodes, roots, count, data[0].from_port,
           type == CU_GRAPH_NODE_TYPE_KERNEL);
    CU(cuGraphKernelNodeGetParams(kernel, &told));
    CU(cuGraphMemsetNodeGetParams(fill, &how));
    CU(cuGraphMemcpyNodeGetParams(copy, &told_copy));
    printf("told: the function %d, %u threads, value %u; memset of %zu, copy of %zu bytes\n", told.func == add, told.blockDimX,
           *(unsigned *)told.kernelParams[1], how.width, told_copy.WidthInBytes);
    CU(cuGraphInstantiate(&executable, graph, 0));
    launch(executable, stream, "first");
    value = 20;
    CU(cuGraphExecKernelNodeSetParams(executable, kernel, &call));
    launch(executable, stream, "another value");
    how.value = 100;
    CU(cuGraphExecMemsetNodeSetParams(executable, fill, &how, context));
    CU(cuGraphNodeSetEnabled(executable, kernel, 0));
    launch(executable, stream, "without its kernel");
    CU(cuGraphNodeSetEnabled(executable, kernel, 1));
    struct __attribute__((packed)) {
        CUdeviceptr at;
        unsigned value;
    } buffer = {memory, 3};
    size_t size = sizeof buffer;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    call.kernelParams = NULL, call.extra = extra;
    CU(cuGraphKernelNodeSetParams(kernel, &call));
    CUgraphExecUpdateResultInfo result;
    CU(cuGraphExecUpdate(executable, graph, &result));
    launch(executable, stream, "updated");
    CU(cuGraphClone(&clone, graph));
    CU(cuGraphNodeFindInClone(&found, kernel, clone));
    printf("update %d, a clone's node %d\n", result.result, found != kernel && found != NULL);
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(clone));
    CU(cuGraphDestroy(graph));
}

// Nodes of any type are described by one structure.
static void general(CUstream stream)
{
    CUgraph graph, child;
    CUgraphNode fill, nested, copy;
    CUgraphExec executable;
    CUgraphNodeParams how;
    CU(cuGraphCreate(&graph, 0));
    CU(cuGraphCreate(&child, 0));
    memset(&how, 0, sizeof how);
    how.type = CU_GRAPH_NODE_TYPE_MEMSET;
    how.memset.dst = memory, how.memset.value = 0x0101, how.memset.elementSize = 2, how.memset.width = 2 * COUNT, how.memset.height = 1;
    CU(cuGraphAddNode(&fill, child, NULL, NULL, 0, &how));
    memset(&how, 0, sizeof how);
    how.type = CU_GRAPH_NODE_TYPE_GRAPH;
    how.graph.graph = child;
    CU(cuGraphAddNode(&nested, graph, NULL, NULL, 0, &how));
    memset(&how, 0, sizeof how);
    how.type = CU_GRAPH_NODE_TYPE_MEMCPY;
    how.memcpy.copyParams = copy_back();
    CU(cuCtxGetCurrent(&how.memcpy.copyCtx));
    CU(cuGraphAddNode(&copy, graph, &nested, NULL, 1, &how));
    CU(cuGraphInstantiateWithFlags(&executable, graph, 0));
    launch(executable, stream, "nested");
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(child));
    CU(cuGraphDestroy(graph));
}

static void captured(CUstream stream)
{
    CUgraph graph, during = NULL;
    CUgraphExec executable;
    CUstreamCaptureStatus status;
    cuuint64_t id = 0;
    const CUgraphNode *after = NULL;
    const CUgraphEdgeData *edges = NULL;
    size_t count = 0, nodes = 0;
    unsigned value = 2;
    void *arguments[] = {&memory, &value};
    CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    CU(cuMemsetD32Async(memory, 40, COUNT, stream));
    CU(cuLaunchKernel(add, 1, 1, 1, COUNT, 1, 1, 0, stream, arguments, NULL));
    CU(cuStreamIsCapturing(stream, &status));
    printf("capturing: %d", status == CU_STREAM_CAPTURE_STATUS_ACTIVE);
    CU(cuStreamGetCaptureInfo(stream, &status, &id, &during, &after, &edges, &count));
    printf(", after %zu node, a graph %d", count, during != NULL);
    CU(cuMemcpyDtoHAsync(host, memory, sizeof host, stream));
    CU(cuStreamEndCapture(stream, &graph));
    CU(cuGraphGetNodes(graph, NULL, &nodes));
    CU(cuStreamIsCapturing(stream, &status));
    printf(", %zu nodes, still %d\n", nodes, status != CU_STREAM_CAPTURE_STATUS_NONE);
    CU(cuGraphInstantiate(&executable, graph, 0));
    launch(executable, stream, "captured");
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
}

static void memory_nodes(CUdevice device, CUstream stream)
{
    CUgraph graph;
    CUgraphNode allocation, fill, copy, release;
    CUgraphExec executable;
    CUDA_MEM_ALLOC_NODE_PARAMS want;
    memset(&want, 0, sizeof want);
    want.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    want.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    want.poolProps.location.id = device;
    want.bytesize = sizeof host;
    CU(cuGraphCreate(&graph, 0));
    CU(cuGraphAddMemAllocNode(&allocation, graph, NULL, 0, &want));
    CUDA_MEMSET_NODE_PARAMS how = {};
    how.dst = want.dptr, how.value = 9, how.elementSize = 4, how.width = COUNT, how.height = 1;
    CUcontext context;
    CU(cuCtxGetCurrent(&context));
    CU(cuGraphAddMemsetNode(&fill, graph, &allocation, 1, &how, context));
    CUDA_MEMCPY3D back = copy_back();
    back.srcDevice = want.dptr;
    CU(cuGraphAddMemcpyNode(&copy, graph, &fill, 1, &back, context));
    CU(cuGraphAddMemFreeNode(&release, graph, &copy, 1, want.dptr));
    CUdeviceptr freed = 0;
    CU(cuGraphMemFreeNodeGetParams(release, &freed));
    printf("memory of its own: %d\n", freed == want.dptr && freed != 0);
    CU(cuGraphInstantiate(&executable, graph, 0));
    launch(executable, stream, "in that memory");
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
}

static void objects()
{
    CUgraph graph;
    CUuserObject object;
    int destroyed = 0;
    CU(cuGraphCreate(&graph, 0));
    CU(cuUserObjectCreate(&object, &destroyed, called, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    CU(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
    printf("object: kept %d", destroyed == 0);
    CU(cuGraphDestroy(graph));
    volatile int *seen = &destroyed;
    for (long i = 0; i < 100000000 && *seen == 0; i++) {
    }
    printf(", destroyed %d\n", *seen);
}

int main()
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUstream stream;
    CU(cuInit(0));
    CU(cuDeviceGet(&device, 0));
    CU(cuDevicePrimaryCtxRetain(&context, device));
    CU(cuCtxSetCurrent(context));
    CU(cuModuleLoadData(&module, module_text));
    CU(cuModuleGetFunction(&add, module, "add"));
    CU(cuMemAlloc(&memory, sizeof host));
    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    built(context, stream);
    general(stream);
    captured(stream);
    memory_nodes(device, stream);
    objects();
    CU(cuStreamDestroy(stream));
    CU(cuMemFree(memory));
    CU(cuModuleUnload(module));
    CU(cuDevicePrimaryCtxRelease(device));
    printf("done\n");
}
