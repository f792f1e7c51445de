// SPDX-License-Identifier: Apache-2.0
// Edges of graphs: made, listed with and without edge data, taken away alone and with a node; nodes
// of a clone.
#include <cstdio>

__global__ void times(int *value, int factor)
{
    *value = *value * factor + 1;
}

int main()
{
    int *value, host, factors[] = {2, 3, 5};
    cudaMalloc(&value, sizeof *value);
    cudaGraph_t graph, clone;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t nodes[4];
    for (int i = 0; i < 3; i++) {
        void *arguments[] = {&value, &factors[i]};
        cudaKernelNodeParams kernel = {(void *)times, dim3(1), dim3(1), 0, arguments, nullptr};
        cudaGraphAddKernelNode(&nodes[i], graph, nullptr, 0, &kernel);
    }
    cudaGraphAddEmptyNode(&nodes[3], graph, nodes, 3);
    cudaGraphAddDependencies(graph, nodes, nodes + 1, nullptr, 2);

    size_t count = 0, before = 0, after = 0;
    cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count);
    cudaGraphNodeGetDependencies(nodes[3], nullptr, nullptr, &before);
    cudaGraphNodeGetDependentNodes(nodes[0], nullptr, &after);
    printf("%zu edges, %zu before, %zu after\n", count, before, after);
    cudaGraphNode_t from[8], to[8];
    cudaGraphEdgeData data[8];
    data[4].type = 77;
    cudaGraphGetEdges(graph, from, to, data, &count);
    printf("the last: %d %d, data %d\n", from[4] == nodes[2] || from[4] == nodes[1], to[4] == nodes[3], data[4].type);
    after = 1;
    cudaGraphNodeGetDependentNodes(nodes[1], to, data, &after);
    printf("after the second: %d\n", to[0] == nodes[2] || to[0] == nodes[3]);

    cudaGraphRemoveDependencies(graph, nodes, nodes + 3, 1);
    printf("again: %s\n", cudaGetErrorName(cudaGraphRemoveDependencies(graph, nodes, nodes + 3, nullptr, 1)));
    cudaGraphClone(&clone, graph);
    cudaGraphNode_t found;
    printf("in the graph itself: %s\n", cudaGetErrorName(cudaGraphNodeFindInClone(&found, nodes[2], graph)));
    cudaGraphNodeFindInClone(&found, nodes[2], clone);
    cudaGraphDestroyNode(nodes[1]);
    cudaGraphGetEdges(graph, nullptr, nullptr, &count);
    cudaGraphGetNodes(graph, nullptr, &before);
    cudaGraphNodeGetDependencies(found, nullptr, &after);
    printf("%zu edges, %zu nodes; in the clone %zu before\n", count, before, after);

    for (cudaGraph_t each : {graph, clone}) {
        cudaGraphExec_t exec;
        cudaMemset(value, 0, sizeof *value);
        cudaGraphInstantiate(&exec, each, 0);
        cudaGraphLaunch(exec, 0);
        cudaMemcpy(&host, value, sizeof host, cudaMemcpyDeviceToHost);
        printf("%d\n", host);
        cudaGraphExecDestroy(exec);
    }
    return 0;
}
