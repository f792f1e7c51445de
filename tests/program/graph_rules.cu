// SPDX-License-Identifier: Apache-2.0
// What graphs refuse: edges, parameters, updates, conditional nodes: the answers of an H200
// (driver 580).
#include <cstdio>
__global__ void add(int *p, int v) { *p += v; }
__global__ void down(cudaGraphConditionalHandle h, int *p) { cudaGraphSetConditional(h, --*p > 0); }
static int *d;
static const char *told(cudaError_t error)
{
    const char *name = cudaGetErrorName(error);
    cudaGetLastError();
    return error == cudaSuccess ? "ok" : name + sizeof "cudaError" - 1;
}
static cudaKernelNodeParams call_of(void **arguments, dim3 block = 1)
{
    cudaKernelNodeParams call = {};
    call.func = (void *)add;
    call.gridDim = 1;
    call.blockDim = block;
    call.kernelParams = arguments;
    return call;
}
static cudaGraphNode_t kernel(cudaGraph_t graph, int value, const cudaGraphNode_t *after = nullptr)
{
    void *arguments[] = {&d, &value};
    cudaKernelNodeParams call = call_of(arguments);
    cudaGraphNode_t node = nullptr;
    cudaGraphAddKernelNode(&node, graph, after, after != nullptr, &call);
    return node;
}
static void update(const char *what, cudaGraphExec_t executable, cudaGraph_t graph)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = cudaGraphExecUpdate(executable, graph, &info);
    printf("update, %s: %s, result %d, a node %d\n", what, told(error), info.result, info.errorNode != nullptr);
}
static void edges()
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t first = kernel(graph, 1), second = kernel(graph, 2, &first), none, two[2] = {first, first};
    printf("twice %s", told(cudaGraphAddDependencies(graph, &first, &second, nullptr, 1)));
    printf(", itself %s", told(cudaGraphAddDependencies(graph, &first, &first, nullptr, 1)));
    printf(", a node after one twice %s", told(cudaGraphAddEmptyNode(&none, graph, two, 2)));
    printf(", circle %s", told(cudaGraphAddDependencies(graph, &second, &first, nullptr, 1)));
    printf(" instantiated %s\n", told(cudaGraphInstantiate(&executable, graph, 0)));
    cudaGraphRemoveDependencies(graph, &second, &first, nullptr, 1);
    size_t count = 1;
    cudaGraphGetNodes(graph, two, &count);
    printf("room for one: %zu", count);
    cudaGraphGetNodes(graph, nullptr, &count);
    printf(" of %zu\n", count);
    cudaGraphDestroy(graph);
}
static void updates()
{
    cudaGraph_t graph, other;
    cudaGraphExec_t executable;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t first = kernel(graph, 1);
    kernel(graph, 2, &first);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphCreate(&other, 0);
    cudaGraphNode_t a = kernel(other, 3);
    update("one node", executable, other);
    cudaGraphNode_t b = kernel(other, 4);
    update("without the edge", executable, other);
    cudaGraphAddDependencies(other, &a, &b, nullptr, 1);
    update("with it", executable, other);
    kernel(other, 5, &b);
    update("a third node", executable, other);
    cudaGraphDestroy(other);
    cudaGraphCreate(&other, 0);
    a = kernel(other, 3);
    cudaMemsetParams fill = {};
    fill.dst = d;
    fill.elementSize = 4;
    fill.width = 4;
    fill.height = 1;
    cudaGraphAddMemsetNode(&b, other, &a, 1, &fill);
    update("of another type", executable, other);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(other);
}
static void parameters()
{
    cudaGraph_t graph, inner;
    cudaGraphExec_t executable;
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&inner, 0);
    kernel(inner, 1);
    int value = 1, host[16];
    void *arguments[] = {&d, &value};
    cudaKernelNodeParams call = call_of(arguments);
    cudaGraphNode_t node, fill_node, copy, child;
    cudaGraphAddKernelNode(&node, graph, nullptr, 0, &call);
    cudaMemsetParams fill = {};
    fill.dst = d;
    fill.elementSize = 2;
    fill.width = 3;
    fill.height = 2;
    fill.pitch = 16;
    cudaGraphAddMemsetNode(&fill_node, graph, nullptr, 0, &fill);
    cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, host, d, 64, cudaMemcpyDeviceToHost);
    cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner);
    cudaGraphInstantiate(&executable, graph, 0);
    call.blockDim = 5000;
    printf("a block too large: %s", told(cudaGraphKernelNodeSetParams(node, &call)));
    printf(", executable %s", told(cudaGraphExecKernelNodeSetParams(executable, node, &call)));
    call.blockDim = 1;
    call.func = host;
    printf(", no kernel %s\n", told(cudaGraphKernelNodeSetParams(node, &call)));
    fill.width = 2;
    printf("fill of rows: executable %s", told(cudaGraphExecMemsetNodeSetParams(executable, fill_node, &fill)));
    fill.pitch = 2;
    printf(", pitch %s", told(cudaGraphMemsetNodeSetParams(fill_node, &fill)));
    fill.pitch = 16;
    fill.dst = nullptr;
    printf(", nowhere %s", told(cudaGraphMemsetNodeSetParams(fill_node, &fill)));
    fill.dst = d;
    fill.width = 0;
    printf(", nothing %s\n", told(cudaGraphMemsetNodeSetParams(fill_node, &fill)));
    printf("a copy: the same way %s", told(cudaGraphExecMemcpyNodeSetParams1D(executable, copy, host, d, 32, cudaMemcpyDeviceToHost)));
    printf(", the other %s\n", told(cudaGraphExecMemcpyNodeSetParams1D(executable, copy, d, host, 32, cudaMemcpyHostToDevice)));
    kernel(inner, 2);
    printf("a child with one node more: %s\n", told(cudaGraphExecChildGraphNodeSetParams(executable, child, inner)));
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(inner);
    cudaGraphDestroy(graph);
}
static cudaError_t add_conditional(cudaGraph_t graph, cudaGraphConditionalHandle handle, cudaGraph_t *body)
{
    cudaGraphNodeParams all = {};
    all.type = cudaGraphNodeTypeConditional;
    all.conditional.handle = handle;
    all.conditional.type = cudaGraphCondTypeWhile;
    all.conditional.size = 1;
    cudaGraphNode_t node;
    cudaError_t error = cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &all);
    if (error == cudaSuccess)
        *body = all.conditional.phGraph_out[0];
    return error;
}
static void conditionals()
{
    cudaGraph_t graph, body, other;
    cudaGraphExec_t executable;
    cudaGraphConditionalHandle handle;
    cudaGraphNode_t node;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 1, 0); // the value is for cudaGraphCondAssignDefault
    printf("a handle without its node: %s\n", told(cudaGraphInstantiate(&executable, graph, 0)));
    printf("its node: %s", told(add_conditional(graph, handle, &body)));
    printf(", another %s\n", told(add_conditional(graph, handle, &body)));
    void *arguments[] = {&handle, &d};
    cudaKernelNodeParams call = call_of(arguments);
    call.func = (void *)down;
    cudaGraphAddKernelNode(&node, body, nullptr, 0, &call);
    int start = 5;
    cudaMemcpy(d, &start, 4, cudaMemcpyHostToDevice);
    printf("without a default: %s", told(cudaGraphInstantiate(&executable, graph, 0)));
    cudaGraphLaunch(executable, 0);
    cudaMemcpy(&start, d, 4, cudaMemcpyDeviceToHost);
    printf(", still %d\n", start);
    cudaGraphExecDestroy(executable);
    cudaGraphCreate(&other, 0);
    printf("a clone %s", told(cudaGraphClone(&other, graph)));
    printf(", as a child %s", told(cudaGraphAddChildGraphNode(&node, other, nullptr, 0, graph)));
    printf(", for launches from kernels %s\n", told(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagDeviceLaunch)));
    cudaHostNodeParams host = {[](void *) {}, nullptr};
    printf("a host node inside: %s", told(cudaGraphAddHostNode(&node, body, nullptr, 0, &host)));
    printf(", instantiated %s\n", told(cudaGraphInstantiate(&executable, graph, 0)));
    cudaGraphDestroy(other);
    cudaGraphDestroy(graph);
}
int main()
{
    cudaMalloc(&d, 4096);
    edges();
    updates();
    parameters();
    conditionals();
    printf("%s\n", told(cudaDeviceSynchronize()));
    cudaFree(d);
}
