// SPDX-License-Identifier: Apache-2.0
// A CUDA graph built node by node: memset, copies, kernels, a host function and a child graph; its structure
// is printed, its clone launched, and single nodes of the executable graph changed between launches.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#define CUDA_CHECK(call)                                                                           \
    do {                                                                                           \
        cudaError_t err = call;                                                                    \
        if (err != cudaSuccess) {                                                                  \
            printf("%s failed at line %d: %s\n", #call, __LINE__, cudaGetErrorString(err));        \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

__global__ void scale(int *data, int n, int factor)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n)
        data[i] *= factor;
}

__global__ void add(const int *a, const int *b, int *sum, int n)
{
    for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum[i] = a[i] + b[i];
}

__global__ void total(const int *data, int n, int *result)
{
    extern __shared__ int partial[];
    int s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s += data[i];
    partial[threadIdx.x] = s;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (threadIdx.x < d)
            partial[threadIdx.x] += partial[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(result, partial[0]);
}

struct Log {
    std::vector<int> totals;
    int *result;
};
static void CUDART_CB keep(void *data)
{
    Log *log = (Log *)data;
    log->totals.push_back(*log->result);
}

static const char *type_name(cudaGraphNodeType type)
{
    static const std::map<cudaGraphNodeType, const char *> names = {
        {cudaGraphNodeTypeKernel, "kernel"}, {cudaGraphNodeTypeMemcpy, "memcpy"}, {cudaGraphNodeTypeMemset, "memset"},
        {cudaGraphNodeTypeHost, "host"},     {cudaGraphNodeTypeGraph, "graph"},   {cudaGraphNodeTypeEmpty, "empty"}};
    auto it = names.find(type);
    return it == names.end() ? "other" : it->second;
}

int main()
{
    int n = 1000;
    std::vector<int> host(n);
    for (int i = 0; i < n; i++)
        host[i] = i % 17;
    int *a, *b, *sum, *result, *pinned, *result_host;
    CUDA_CHECK(cudaMalloc(&a, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&b, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&sum, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&result, sizeof(int)));
    CUDA_CHECK(cudaHostAlloc(&pinned, n * sizeof(int), cudaHostAllocDefault));
    CUDA_CHECK(cudaHostAlloc(&result_host, sizeof(int), cudaHostAllocDefault));
    for (int i = 0; i < n; i++)
        pinned[i] = host[i];

    cudaGraph_t graph, child;
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    CUDA_CHECK(cudaGraphCreate(&child, 0));

    // The child: b scaled twice.
    cudaGraphNode_t scale1, scale2;
    int two = 2, three = 3;
    void *scale_args[] = {&b, &n, &two};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)scale;
    kernel.gridDim = dim3((n + 255) / 256);
    kernel.blockDim = dim3(256);
    kernel.kernelParams = scale_args;
    CUDA_CHECK(cudaGraphAddKernelNode(&scale1, child, nullptr, 0, &kernel));
    scale_args[2] = &three;
    CUDA_CHECK(cudaGraphAddKernelNode(&scale2, child, &scale1, 1, &kernel));

    cudaGraphNode_t copy_a, copy_b, clear, scale_a, scale_b, add_node, total_node, copy_back, host_node, join;
    CUDA_CHECK(cudaGraphAddMemcpyNode1D(&copy_a, graph, nullptr, 0, a, pinned, n * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaGraphAddMemcpyNode1D(&copy_b, graph, nullptr, 0, b, pinned, n * sizeof(int), cudaMemcpyHostToDevice));
    cudaMemsetParams zero = {};
    zero.dst = result;
    zero.elementSize = 4;
    zero.width = 1;
    zero.height = 1;
    CUDA_CHECK(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zero));
    int ten = 10;
    void *a_args[] = {&a, &n, &ten};
    kernel.kernelParams = a_args;
    CUDA_CHECK(cudaGraphAddKernelNode(&scale_a, graph, &copy_a, 1, &kernel));
    CUDA_CHECK(cudaGraphAddChildGraphNode(&scale_b, graph, &copy_b, 1, child));
    cudaGraphNode_t before_join[] = {scale_a, scale_b, clear};
    CUDA_CHECK(cudaGraphAddEmptyNode(&join, graph, before_join, 3));
    void *add_args[] = {&a, &b, &sum, &n};
    cudaKernelNodeParams add_params = {(void *)add, dim3(2), dim3(128), 0, add_args, nullptr};
    CUDA_CHECK(cudaGraphAddKernelNode(&add_node, graph, &join, 1, &add_params));
    void *total_args[] = {&sum, &n, &result};
    cudaKernelNodeParams total_params = {(void *)total, dim3(1), dim3(128), 128 * sizeof(int), total_args, nullptr};
    CUDA_CHECK(cudaGraphAddKernelNode(&total_node, graph, &add_node, 1, &total_params));
    CUDA_CHECK(cudaGraphAddMemcpyNode1D(&copy_back, graph, &total_node, 1, result_host, result, sizeof(int), cudaMemcpyDeviceToHost));
    Log log{{}, result_host};
    cudaHostNodeParams host_params = {keep, &log};
    CUDA_CHECK(cudaGraphAddHostNode(&host_node, graph, &copy_back, 1, &host_params));

    size_t count = 0, roots = 0, before = 0;
    CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &count));
    std::vector<cudaGraphNode_t> nodes(count);
    CUDA_CHECK(cudaGraphGetNodes(graph, nodes.data(), &count));
    CUDA_CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
    std::map<std::string, int> kinds;
    for (cudaGraphNode_t node : nodes) {
        cudaGraphNodeType type;
        CUDA_CHECK(cudaGraphNodeGetType(node, &type));
        kinds[type_name(type)]++;
    }
    CUDA_CHECK(cudaGraphNodeGetDependencies(join, nullptr, nullptr, &before));
    printf("%zu nodes, %zu roots, %zu before the join:", count, roots, before);
    for (auto &kind : kinds)
        printf(" %s x %d", kind.first.c_str(), kind.second);
    printf("\n");

    cudaGraphExec_t exec;
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));

    // Another factor for one kernel, then another shape for the sum.
    int hundred = 100;
    void *new_args[] = {&a, &n, &hundred};
    kernel.kernelParams = new_args;
    CUDA_CHECK(cudaGraphExecKernelNodeSetParams(exec, scale_a, &kernel));
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    total_params.gridDim = dim3(3);
    total_params.blockDim = dim3(64);
    CUDA_CHECK(cudaGraphExecKernelNodeSetParams(exec, total_node, &total_params));
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));

    // A clone with half of the elements, by an update of the whole executable graph.
    cudaGraph_t clone;
    CUDA_CHECK(cudaGraphClone(&clone, graph));
    cudaGraphNode_t cloned;
    CUDA_CHECK(cudaGraphNodeFindInClone(&cloned, add_node, clone));
    cudaKernelNodeParams read;
    CUDA_CHECK(cudaGraphKernelNodeGetParams(cloned, &read));
    printf("the add kernel: grid %u, block %u, %d elements\n", read.gridDim.x, read.blockDim.x, *(int *)read.kernelParams[3]);
    int half = n / 2;
    void *half_args[] = {&sum, &half, &result};
    total_params = {(void *)total, dim3(1), dim3(32), 32 * sizeof(int), half_args, nullptr};
    CUDA_CHECK(cudaGraphNodeFindInClone(&cloned, total_node, clone));
    CUDA_CHECK(cudaGraphKernelNodeSetParams(cloned, &total_params));
    cudaGraphExecUpdateResultInfo info;
    CUDA_CHECK(cudaGraphExecUpdate(exec, clone, &info));
    printf("update: %d\n", info.result == cudaGraphExecUpdateSuccess);
    CUDA_CHECK(cudaGraphLaunch(exec, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    for (int t : log.totals)
        printf("total %d\n", t);

    CUDA_CHECK(cudaGraphDestroyNode(host_node));
    CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &count));
    printf("%zu nodes left\n", count);
    CUDA_CHECK(cudaGraphExecDestroy(exec));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaGraphDestroy(clone));
    CUDA_CHECK(cudaGraphDestroy(child));
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFreeHost(pinned));
    CUDA_CHECK(cudaFreeHost(result_host));
    return 0;
}
