// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs changed one by one, in the graph and in the executable one, switched off and on; memory that a graph
// allocates; objects that it keeps; attributes of streams and of managed memory; batches; libraries.
// Each line is what is wrong; "done" alone is right.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                                        \
    do {                                                                                                                   \
        cudaError_t error_ = (call);                                                                                       \
        if (error_ != cudaSuccess) {                                                                                       \
            printf("line %d: %s\n", __LINE__, cudaGetErrorString(error_));                                                 \
        }                                                                                                                  \
    } while (0)
#define EXPECT(condition)                                                                                                  \
    do {                                                                                                                   \
        if (!(condition)) {                                                                                                \
            printf("line %d: not %s\n", __LINE__, #condition);                                                             \
        }                                                                                                                  \
    } while (0)

enum { N = 256 };

__device__ int table[N];

__global__ void add(int *x, int value)
{
    x[threadIdx.x] += value;
}

static void count_call(void *counter)
{
    ++*(int *)counter;
}

static int first_of(const int *device)
{
    int value = -1;
    CHECK(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

static void change_nodes()
{
    int *x, host[N], calls = 0, other_calls = 0, value = 5;
    CHECK(cudaMalloc(&x, sizeof host));
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t fill, kernel, copy, call, to_symbol, from_symbol;
    cudaMemsetParams memset_parameters = {};
    memset_parameters.dst = x;
    memset_parameters.elementSize = 4;
    memset_parameters.value = 3;
    memset_parameters.width = N;
    memset_parameters.height = 1;
    CHECK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &memset_parameters));
    void *arguments[] = {&x, &value};
    cudaKernelNodeParams kernel_parameters = {};
    kernel_parameters.func = (void *)add;
    kernel_parameters.gridDim = 1;
    kernel_parameters.blockDim = N;
    kernel_parameters.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &kernel_parameters));
    CHECK(cudaGraphAddMemcpyNodeToSymbol(&to_symbol, graph, &kernel, 1, table, x, sizeof host, 0,
                                         cudaMemcpyDeviceToDevice));
    CHECK(cudaGraphAddMemcpyNodeFromSymbol(&from_symbol, graph, &to_symbol, 1, host, table, 4, 0, cudaMemcpyDeviceToHost));
    CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &from_symbol, 1, host + 1, x + 1, 4, cudaMemcpyDeviceToHost));
    cudaHostNodeParams host_parameters = {count_call, &calls};
    CHECK(cudaGraphAddHostNode(&call, graph, &copy, 1, &host_parameters));

    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    unsigned long long flags = 0;
    CHECK(cudaGraphExecGetFlags(executable, &flags));
    EXPECT(flags == cudaGraphInstantiateFlagAutoFreeOnLaunch);
    CHECK(cudaGraphLaunch(executable, 0));
    CHECK(cudaDeviceSynchronize());
    EXPECT(host[0] == 8 && host[1] == 8 && calls == 1);

    // the executable graph alone
    memset_parameters.value = 10;
    CHECK(cudaGraphExecMemsetNodeSetParams(executable, fill, &memset_parameters));
    value = 7;
    CHECK(cudaGraphExecKernelNodeSetParams(executable, kernel, &kernel_parameters));
    CHECK(cudaGraphExecMemcpyNodeSetParams1D(executable, copy, host + 2, x + 2, 4, cudaMemcpyDeviceToHost));
    cudaHostNodeParams other = {count_call, &other_calls};
    CHECK(cudaGraphExecHostNodeSetParams(executable, call, &other));
    host[1] = 0;
    CHECK(cudaGraphLaunch(executable, 0));
    CHECK(cudaDeviceSynchronize());
    EXPECT(host[0] == 17 && host[1] == 0 && host[2] == 17 && calls == 1 && other_calls == 1);
    EXPECT(cudaGraphExecMemsetNodeSetParams(executable, kernel, &memset_parameters) == cudaErrorInvalidValue);
    cudaGetLastError();

    // switched off: the kernel adds nothing
    unsigned is_enabled = 2;
    CHECK(cudaGraphNodeSetEnabled(executable, kernel, 0));
    CHECK(cudaGraphNodeGetEnabled(executable, kernel, &is_enabled));
    EXPECT(is_enabled == 0);
    CHECK(cudaGraphLaunch(executable, 0));
    CHECK(cudaDeviceSynchronize());
    EXPECT(host[0] == 10);
    CHECK(cudaGraphNodeSetEnabled(executable, kernel, 1));

    // the graph itself, and what it says of its nodes
    memset_parameters.value = 100;
    CHECK(cudaGraphMemsetNodeSetParams(fill, &memset_parameters));
    cudaMemsetParams asked = {};
    CHECK(cudaGraphMemsetNodeGetParams(fill, &asked));
    EXPECT(asked.value == 100 && asked.width == N && asked.elementSize == 4 && asked.dst == x);
    cudaMemcpy3DParms asked_copy = {};
    CHECK(cudaGraphMemcpyNodeGetParams(copy, &asked_copy));
    EXPECT(asked_copy.srcPtr.ptr == x + 1 && asked_copy.extent.width == 4);
    CHECK(cudaGraphMemcpyNodeSetParams1D(copy, host + 3, x + 3, 4, cudaMemcpyDeviceToHost));
    CHECK(cudaGraphMemcpyNodeSetParamsFromSymbol(from_symbol, host, table, 4, 4 * (N - 1), cudaMemcpyDeviceToHost));
    CHECK(cudaGraphHostNodeGetParams(call, &other));
    EXPECT(other.userData == &calls);
    cudaKernelNodeAttrValue attribute = {};
    attribute.cooperative = 1;
    CHECK(cudaGraphKernelNodeSetAttribute(kernel, cudaLaunchAttributeCooperative, &attribute));
    attribute.cooperative = 0;
    CHECK(cudaGraphKernelNodeGetAttribute(kernel, cudaLaunchAttributeCooperative, &attribute));
    EXPECT(attribute.cooperative == 1);
    cudaGraphExecUpdateResultInfo result;
    EXPECT(cudaGraphExecUpdate(executable, graph, &result) == cudaErrorGraphExecUpdateFailure &&
           result.result == cudaGraphExecUpdateErrorAttributesChanged);
    cudaGetLastError();
    attribute.cooperative = 0;
    CHECK(cudaGraphKernelNodeSetAttribute(kernel, cudaLaunchAttributeCooperative, &attribute));
    CHECK(cudaGraphExecUpdate(executable, graph, &result));
    CHECK(cudaGraphLaunch(executable, 0));
    CHECK(cudaDeviceSynchronize());
    EXPECT(host[0] == 105 && host[3] == 105 && calls == 2);
    value = 1; // nodes of the graph still name those of the executable one
    CHECK(cudaGraphExecKernelNodeSetParams(executable, kernel, &kernel_parameters));
    CHECK(cudaGraphLaunch(executable, 0));
    CHECK(cudaDeviceSynchronize());
    EXPECT(host[0] == 101);

    cudaGraph_t outer, inside;
    cudaGraphNode_t child;
    CHECK(cudaGraphCreate(&outer, 0));
    CHECK(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
    CHECK(cudaGraphChildGraphNodeGetGraph(child, &inside));
    size_t count = 0;
    CHECK(cudaGraphGetNodes(inside, nullptr, &count));
    EXPECT(count == 6 && inside != graph);
    CHECK(cudaGraphDestroy(outer));
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFree(x));
}

static void allocate_in_graph()
{
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = N * sizeof(int);
    cudaGraphNode_t allocation, fill, kernel, release;
    CHECK(cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &memory));
    cudaMemsetParams zero = {};
    zero.dst = memory.dptr;
    zero.elementSize = 1;
    zero.width = memory.bytesize;
    zero.height = 1;
    CHECK(cudaGraphAddMemsetNode(&fill, graph, &allocation, 1, &zero));
    int value = 4;
    void *arguments[] = {&memory.dptr, &value};
    cudaKernelNodeParams parameters = {};
    parameters.func = (void *)add;
    parameters.gridDim = 1;
    parameters.blockDim = N;
    parameters.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &parameters));
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(allocation, &type));
    EXPECT(type == cudaGraphNodeTypeMemAlloc);
    cudaMemAllocNodeParams asked = {};
    CHECK(cudaGraphMemAllocNodeGetParams(allocation, &asked));
    EXPECT(asked.dptr == memory.dptr && asked.bytesize == memory.bytesize);
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < 2; i++) { // freed outside, and there again
        CHECK(cudaGraphLaunch(executable, 0));
        CHECK(cudaDeviceSynchronize());
        EXPECT(first_of((int *)memory.dptr) == 4);
        CHECK(cudaFreeAsync(memory.dptr, 0));
    }
    // What an H200 refuses (driver 580): a free node after the graph was instantiated, a second
    // instance, a copy of the graph, a graph around it, and that it changes.
    cudaGraph_t copy, outer;
    cudaGraphExec_t second;
    CHECK(cudaGraphCreate(&outer, 0));
    EXPECT(cudaGraphAddMemFreeNode(&release, graph, &kernel, 1, memory.dptr) == cudaErrorInvalidValue);
    EXPECT(cudaGraphInstantiate(&second, graph, 0) == cudaErrorNotSupported);
    EXPECT(cudaGraphClone(&copy, graph) == cudaErrorNotSupported);
    EXPECT(cudaGraphAddChildGraphNode(&release, outer, nullptr, 0, graph) == cudaErrorNotSupported);
    EXPECT(cudaGraphDestroyNode(kernel) == cudaErrorNotSupported);
    EXPECT(cudaGraphRemoveDependencies(graph, &fill, &kernel, nullptr, 1) == cudaErrorNotSupported);
    EXPECT(cudaFreeAsync(memory.dptr, 0) == cudaErrorInvalidValue); // it is free
    CHECK(cudaGraphLaunch(executable, 0));
    EXPECT(cudaGraphLaunch(executable, 0) == cudaErrorInvalidValue); // it is not
    CHECK(cudaFree(memory.dptr));
    EXPECT(cudaFree(memory.dptr) == cudaErrorInvalidValue);
    CHECK(cudaGraphLaunch(executable, 0));
    cudaGetLastError();
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    CHECK(cudaGraphLaunch(executable, 0));
    CHECK(cudaGraphLaunch(executable, 0));
    // A node frees it once.
    void *freed = nullptr;
    CHECK(cudaGraphAddMemAllocNode(&allocation, outer, nullptr, 0, &memory));
    CHECK(cudaGraphAddMemFreeNode(&release, outer, &allocation, 1, memory.dptr));
    EXPECT(cudaGraphAddMemFreeNode(&kernel, outer, &allocation, 1, memory.dptr) == cudaErrorInvalidValue);
    CHECK(cudaGraphMemFreeNodeGetParams(release, &freed));
    EXPECT(freed == memory.dptr);
    CHECK(cudaGraphDestroy(outer));
    cudaGetLastError();
    unsigned long long used = 0;
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &used));
    EXPECT(used >= memory.bytesize);
    CHECK(cudaDeviceGraphMemTrim(0));
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
}

static void keep_objects()
{
    int destroyed = 0;
    cudaUserObject_t object;
    CHECK(cudaUserObjectCreate(&object, &destroyed, count_call, 1, cudaUserObjectNoDestructorSync));
    cudaGraph_t graph, clone;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
    CHECK(cudaGraphClone(&clone, graph));
    CHECK(cudaGraphDestroy(graph));
    EXPECT(destroyed == 0);
    CHECK(cudaGraphReleaseUserObject(clone, object));
    EXPECT(destroyed == 1);
    CHECK(cudaGraphDestroy(clone));
    EXPECT(destroyed == 1);
}

static void ask_attributes()
{
    cudaStream_t a, b;
    CHECK(cudaStreamCreate(&a));
    CHECK(cudaStreamCreate(&b));
    cudaStreamAttrValue value = {}, asked = {};
    value.accessPolicyWindow.num_bytes = 4096;
    value.accessPolicyWindow.hitRatio = 0.5f;
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    CHECK(cudaStreamSetAttribute(a, cudaStreamAttributeAccessPolicyWindow, &value));
    CHECK(cudaStreamCopyAttributes(b, a));
    CHECK(cudaStreamGetAttribute(b, cudaStreamAttributeAccessPolicyWindow, &asked));
    EXPECT(asked.accessPolicyWindow.num_bytes == 4096 && asked.accessPolicyWindow.hitRatio == 0.5f);

    char *managed;
    size_t half = 1 << 20;
    CHECK(cudaMallocManaged(&managed, 2 * half));
    int word = -5, list[3] = {};
    CHECK(cudaMemRangeGetAttribute(&word, 4, cudaMemRangeAttributePreferredLocation, managed, half));
    EXPECT(word == cudaInvalidDeviceId);
    cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
    CHECK(cudaMemAdvise(managed, half, cudaMemAdviseSetReadMostly, device));
    CHECK(cudaMemAdvise(managed, half, cudaMemAdviseSetPreferredLocation, host));
    CHECK(cudaMemAdvise(managed, 2 * half, cudaMemAdviseSetAccessedBy, device));
    CHECK(cudaMemPrefetchAsync(managed, half, device, 0, a));
    CHECK(cudaMemRangeGetAttribute(&word, 4, cudaMemRangeAttributeReadMostly, managed, half));
    EXPECT(word == 1);
    CHECK(cudaMemRangeGetAttribute(&word, 4, cudaMemRangeAttributeReadMostly, managed, 2 * half));
    EXPECT(word == 0);
    CHECK(cudaMemRangeGetAttribute(&word, 4, cudaMemRangeAttributePreferredLocation, managed, half));
    EXPECT(word == cudaCpuDeviceId);
    CHECK(cudaMemRangeGetAttribute(list, sizeof list, cudaMemRangeAttributeAccessedBy, managed, 2 * half));
    EXPECT(list[0] == 0 && list[1] == cudaInvalidDeviceId && list[2] == cudaInvalidDeviceId);
    CHECK(cudaMemRangeGetAttribute(&word, 4, cudaMemRangeAttributeLastPrefetchLocation, managed, half));
    EXPECT(word == 0);
    CHECK(cudaFree(managed));
}

static void copy_batches()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    int from[3] = {1, 2, 3}, to[3] = {}, *device;
    CHECK(cudaMalloc(&device, sizeof from));
    void *targets[] = {device, device + 1, device + 2};
    const void *sources[] = {from + 2, from + 1, from};
    size_t sizes[] = {4, 4, 4}, starts[] = {0};
    cudaMemcpyAttributes how[1] = {};
    how[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    CHECK(cudaMemcpyBatchAsync(targets, sources, sizes, 3, how, starts, 1, stream));
    cudaMemcpy3DBatchOp box = {};
    box.src.type = box.dst.type = cudaMemcpyOperandTypePointer;
    box.src.op.ptr.ptr = device;
    box.dst.op.ptr.ptr = to;
    box.extent = make_cudaExtent(sizeof to, 1, 1);
    box.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    CHECK(cudaMemcpy3DBatchAsync(1, &box, 0, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(to[0] == 3 && to[1] == 2 && to[2] == 1);
    CHECK(cudaFree(device));
}

static const char library_code[] = ".version 7.0\n.target sm_50\n.address_size 64\n"
                                   ".visible .global .u32 offset = 30;\n"
                                   ".visible .entry shift(.param .u64 x)\n{\n"
                                   ".reg .u64 %p;\n.reg .u32 %r<3>;\n"
                                   "ld.param.u64 %p, [x];\ncvta.to.global.u64 %p, %p;\n"
                                   "ld.global.u32 %r0, [offset];\nld.global.u32 %r1, [%p];\n"
                                   "add.u32 %r1, %r1, %r0;\nst.global.u32 [%p], %r1;\nret;\n}\n";

static void load_library()
{
    cudaLibrary_t library;
    cudaKernel_t kernel, listed;
    CHECK(cudaLibraryLoadData(&library, library_code, nullptr, nullptr, 0, nullptr, nullptr, 0));
    CHECK(cudaLibraryGetKernel(&kernel, library, "shift"));
    unsigned count = 0;
    CHECK(cudaLibraryGetKernelCount(&count, library));
    CHECK(cudaLibraryEnumerateKernels(&listed, 1, library));
    EXPECT(count == 1 && listed == kernel);
    void *offset;
    size_t bytes = 0;
    CHECK(cudaLibraryGetGlobal(&offset, &bytes, library, "offset"));
    EXPECT(bytes == 4 && first_of((int *)offset) == 30);
    int *x;
    CHECK(cudaMalloc(&x, sizeof *x));
    CHECK(cudaMemset(x, 0, sizeof *x));
    void *arguments[] = {&x};
    CHECK(cudaLaunchKernel((void *)kernel, dim3(1), dim3(1), arguments, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    EXPECT(first_of(x) == 30);
    EXPECT(cudaLibraryGetKernel(&kernel, library, "nobody") == cudaErrorSymbolNotFound);
    EXPECT(cudaGetLastError() == cudaErrorSymbolNotFound);
    CHECK(cudaGetKernel(&kernel, (void *)add));
    cudaFunction_t function;
    CHECK(cudaGetFuncBySymbol(&function, (void *)add));
    CHECK(cudaLibraryUnload(library));
    CHECK(cudaFree(x));
}

int main()
{
    load_library();
    change_nodes();
    allocate_in_graph();
    keep_objects();
    ask_attributes();
    copy_batches();
    printf("done\n");
}
