// SPDX-License-Identifier: Apache-2.0
// CUDA graphs: captured from a stream with a fork and a join, launched again and again, updated with new
// arguments, and one built node by node.
#include "corpus.h"

__global__ void multiply(int *data, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] *= by;
}

__global__ void add(int *a, const int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = (a[i] + b[i]) & 0xffff;
}

int main()
{
    const int n = 5000, blocks = (n + 127) / 128;
    Random random(391);
    std::vector<int> host(n), expected(n);
    for (int &x : host)
        x = (int)(random.next() % 1000);
    int *pinned;
    CHECK(cudaMallocHost((void **)&pinned, n * sizeof(int)));
    int *a = to_device(host), *b = on_device<int>(n);

    cudaStream_t stream, side;
    cudaEvent_t fork, join;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamCreate(&side));
    CHECK(cudaEventCreate(&fork));
    CHECK(cudaEventCreate(&join));

    cudaGraph_t graph;
    cudaGraphExec_t instance;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemcpyAsync(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice, stream));
    CHECK(cudaEventRecord(fork, stream));
    CHECK(cudaStreamWaitEvent(side, fork, 0));
    multiply<<<blocks, 128, 0, stream>>>(a, n, 3);
    multiply<<<blocks, 128, 0, side>>>(b, n, 5);
    CHECK(cudaEventRecord(join, side));
    CHECK(cudaStreamWaitEvent(stream, join, 0));
    add<<<blocks, 128, 0, stream>>>(a, b, n);
    CHECK(cudaMemcpyAsync(pinned, a, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamEndCapture(stream, &graph));
    size_t nodes = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    printf("%zu nodes; nothing has run: %d\n", nodes, to_host(a, n) == host);
    CHECK(cudaGraphInstantiate(&instance, graph, 0));
    for (int turn = 0; turn < 4; turn++) {
        CHECK(cudaGraphLaunch(instance, stream));
        CHECK(cudaStreamSynchronize(stream));
        for (int i = 0; i < n; i++)
            host[i] = (host[i] * 3 + host[i] * 5) & 0xffff;
        printf("turn %d: %s\n", turn, std::vector<int>(pinned, pinned + n) == host ? "same" : "different");
    }
    print_hash("captured", a, n);
    CHECK(cudaGraphExecDestroy(instance));
    CHECK(cudaGraphDestroy(graph));

    // By hand: memset, kernel, kernel.
    cudaGraphNode_t set, first, second;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemsetParams memset_parameters = {};
    memset_parameters.dst = b;
    memset_parameters.value = 9;
    memset_parameters.elementSize = 4;
    memset_parameters.width = n;
    memset_parameters.height = 1;
    CHECK(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &memset_parameters));
    int count = n, by = 7;
    void *multiply_arguments[] = {&b, &count, &by};
    cudaKernelNodeParams parameters = {};
    parameters.func = (void *)multiply;
    parameters.gridDim = dim3(blocks);
    parameters.blockDim = dim3(128);
    parameters.kernelParams = multiply_arguments;
    CHECK(cudaGraphAddKernelNode(&first, graph, &set, 1, &parameters));
    void *add_arguments[] = {&a, &b, &count};
    parameters.func = (void *)add;
    parameters.kernelParams = add_arguments;
    CHECK(cudaGraphAddKernelNode(&second, graph, &first, 1, &parameters));
    CHECK(cudaGraphInstantiate(&instance, graph, 0));
    CHECK(cudaGraphLaunch(instance, 0));
    CHECK(cudaDeviceSynchronize());
    print_hash("by hand", a, n);
    by = -2;
    parameters.func = (void *)multiply;
    parameters.kernelParams = multiply_arguments;
    CHECK(cudaGraphExecKernelNodeSetParams(instance, first, &parameters));
    CHECK(cudaGraphLaunch(instance, stream));
    CHECK(cudaStreamSynchronize(stream));
    auto result = to_host(a, n);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += result[i] != ((((host[i] + 63) & 0xffff) - 18) & 0xffff);
    printf("wrong after the update: %d\n", wrong);
    print_hash("updated", result);
    CHECK(cudaGraphExecDestroy(instance));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaStreamDestroy(side));
    CHECK(cudaFreeHost(pinned));
    return 0;
}
