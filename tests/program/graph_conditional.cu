// SPDX-License-Identifier: Apache-2.0
// Graphs whose nodes decide what runs: a loop that halves numbers until none is above a limit, an if with an else, a switch,
// and memory that the graph allocates.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

enum { N = 1000 };

#define CHECK(call)                                                                                                        \
    do {                                                                                                                   \
        cudaError_t error = (call);                                                                                        \
        if (error != cudaSuccess) {                                                                                        \
            printf("line %d: %s\n", __LINE__, cudaGetErrorString(error));                                                  \
            return 1;                                                                                                      \
        }                                                                                                                  \
    } while (0)

__global__ void halve(float *x, int n, int *large)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] *= 0.5f;
        if (x[i] > 1.0f) {
            atomicAdd(large, 1);
        }
    }
}

__global__ void decide(int *large, int *rounds, cudaGraphConditionalHandle again)
{
    *rounds += 1;
    cudaGraphSetConditional(again, *large > 0);
    *large = 0;
}

__global__ void choose(const int *rounds, cudaGraphConditionalHandle parity, cudaGraphConditionalHandle which)
{
    cudaGraphSetConditional(parity, *rounds % 2);
    cudaGraphSetConditional(which, *rounds % 5);
}

__global__ void note(int *place, int value)
{
    *place = value;
}

#define CHECK_HERE(call) do { if ((call) != cudaSuccess) printf("line %d fails\n", __LINE__); } while (0)

static cudaGraphNode_t add_kernel(cudaGraph_t graph, std::vector<cudaGraphNode_t> after, void *function, dim3 grid,
                                  dim3 block, void **arguments)
{
    cudaGraphNodeParams parameters = {};
    parameters.type = cudaGraphNodeTypeKernel;
    parameters.kernel.func = function;
    parameters.kernel.gridDim = grid;
    parameters.kernel.blockDim = block;
    parameters.kernel.kernelParams = arguments;
    cudaGraphNode_t node;
    CHECK_HERE(cudaGraphAddNode(&node, graph, after.data(), nullptr, after.size(), &parameters));
    return node;
}

static cudaGraph_t *add_condition(cudaGraph_t graph, cudaGraphNode_t after, cudaGraphConditionalHandle handle,
                                  cudaGraphConditionalNodeType type, unsigned count, cudaGraphNode_t *node)
{
    cudaGraphNodeParams parameters = {};
    parameters.type = cudaGraphNodeTypeConditional;
    parameters.conditional.handle = handle;
    parameters.conditional.type = type;
    parameters.conditional.size = count;
    CHECK_HERE(cudaGraphAddNode(node, graph, after == nullptr ? nullptr : &after, nullptr, after == nullptr ? 0 : 1, &parameters));
    return parameters.conditional.phGraph_out;
}

static void fill_body(cudaGraph_t body, int *place, int value)
{
    void *arguments[] = {&place, &value};
    add_kernel(body, {}, (void *)note, 1, 1, arguments);
}

int main()
{
    float *x;
    int *words; // large, rounds, parity, case
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMalloc(&words, 4 * sizeof(int)));
    int *large = words, *rounds = words + 1, *parity_place = words + 2, *case_place = words + 3;

    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphConditionalHandle again, parity, which;
    CHECK(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault));
    CHECK(cudaGraphConditionalHandleCreate(&parity, graph));
    CHECK(cudaGraphConditionalHandleCreate(&which, graph));

    cudaGraphNode_t loop, either, one_of;
    cudaGraph_t body = add_condition(graph, nullptr, again, cudaGraphCondTypeWhile, 1, &loop)[0];
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
    halve<<<(N + 127) / 128, 128, 0, stream>>>(x, N, large);
    cudaStreamCaptureStatus status;
    size_t dependencies = 0;
    CHECK(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, nullptr, nullptr, &dependencies));
    printf("capturing %d behind %zu node\n", (int)status, dependencies);
    decide<<<1, 1, 0, stream>>>(large, rounds, again);
    cudaGraph_t same;
    CHECK(cudaStreamEndCapture(stream, &same));
    printf("captured into the body: %d\n", same == body);

    void *choices[] = {&rounds, &parity, &which};
    cudaGraphNode_t chooser = add_kernel(graph, {loop}, (void *)choose, 1, 1, choices);
    cudaGraph_t *halves = add_condition(graph, chooser, parity, cudaGraphCondTypeIf, 2, &either);
    fill_body(halves[0], parity_place, 1);
    fill_body(halves[1], parity_place, 2);
    cudaGraph_t *cases = add_condition(graph, either, which, cudaGraphCondTypeSwitch, 3, &one_of);
    for (int i = 0; i < 3; i++) {
        fill_body(cases[i], case_place, 10 + i);
    }

    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int launch = 0; launch < 7; launch++) {
        std::vector<float> numbers(N);
        for (int i = 0; i < N; i++) {
            numbers[i] = (float)(i % 37 + 1) * (float)(1 << launch);
        }
        CHECK(cudaMemcpy(x, numbers.data(), N * sizeof(float), cudaMemcpyHostToDevice));
        CHECK(cudaMemset(words, 0, 4 * sizeof(int)));
        CHECK(cudaGraphLaunch(executable, stream));
        CHECK(cudaStreamSynchronize(stream));
        int result[4];
        CHECK(cudaMemcpy(result, words, sizeof result, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(numbers.data(), x, N * sizeof(float), cudaMemcpyDeviceToHost));
        double sum = 0;
        for (float number : numbers) {
            sum += number;
        }
        printf("launch %d: %d rounds, parity %d, case %d, sum %.4f\n", launch, result[1], result[2], result[3], sum);
    }
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(loop, &type));
    printf("type %d\n", (int)type);
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
}
