// SPDX-License-Identifier: Apache-2.0
// A graph as a file for Graphviz.
#include "sim/runtime/graph.h"

#include <stdio.h>

static const char *node_name(const Operation *operation)
{
    static const char *const names[] = {
        [OPERATION_EMPTY] = "EMPTY",         [OPERATION_COPY] = "MEMCPY",
        [OPERATION_FILL] = "MEMSET",         [OPERATION_HOST] = "HOST",
        [OPERATION_RECORD] = "EVENT RECORD", [OPERATION_WAIT] = "EVENT WAIT",
        [OPERATION_GRAPH] = "GRAPH",         [OPERATION_ALLOCATE] = "MEM ALLOC",
        [OPERATION_FREE] = "MEM FREE",       [OPERATION_CONDITIONAL] = "CONDITIONAL"};
    return operation->kind == OPERATION_KERNEL ? operation->as.kernel.function->name
                                               : names[operation->kind];
}

static void put_details(const Operation *operation, FILE *out)
{
    if (operation->kind == OPERATION_KERNEL) {
        const CallConfiguration *shape = &operation->as.kernel.configuration;
        fprintf(out, "\\n<<<(%u,%u,%u),(%u,%u,%u),%zu>>>", shape->grid.x, shape->grid.y,
                shape->grid.z, shape->block.x, shape->block.y, shape->block.z, shape->shared_bytes);
    } else if (operation->kind == OPERATION_COPY) {
        const CopyBox *box = &operation->as.copy;
        fprintf(out, "\\n%llu x %llu x %llu bytes", (unsigned long long)box->width_bytes,
                (unsigned long long)box->height, (unsigned long long)box->depth);
    } else if (operation->kind == OPERATION_FILL) {
        fprintf(out, "\\nvalue %u", operation->as.fill.value);
    }
}

// *count: graphs so far, which makes the names of nodes differ.
static void put_graph(const struct CUgraph_st *graph, unsigned *count, FILE *out)
{
    unsigned own = (*count)++;
    fprintf(out, "subgraph cluster_%u {\nlabel=\"graph_%u\"\n", own, own);
    for (size_t i = 0; i < graph->count; i++) {
        const Operation *operation = &graph->nodes[i]->operation;
        fprintf(out, "\"graph_%u_node_%zu\" [shape=\"box\" label=\"%zu\\n%s", own, i, i,
                node_name(operation));
        put_details(operation, out);
        fputs("\"];\n", out);
    }
    for (size_t i = 0; i < graph->count; i++) {
        for (size_t k = 0; k < graph->nodes[i]->after_count; k++) {
            size_t from = 0;
            while (graph->nodes[from] != graph->nodes[i]->after[k]) {
                from++;
            }
            fprintf(out, "\"graph_%u_node_%zu\" -> \"graph_%u_node_%zu\";\n", own, from, own, i);
        }
    }
    fputs("}\n", out);
    for (size_t i = 0; i < graph->count; i++) {
        const Operation *operation = &graph->nodes[i]->operation;
        if (operation->kind == OPERATION_GRAPH) {
            put_graph(operation->as.graph, count, out);
        }
        bool is_conditional = operation->kind == OPERATION_CONDITIONAL;
        for (uint32_t k = 0; is_conditional && k < operation->as.conditional.count; k++) {
            put_graph(operation->as.conditional.graphs[k], count, out);
        }
    }
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags)
{
    (void)flags; // always the same details
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct CUgraph_st *found = graph_find(runtime, graph);
    FILE *out = found == NULL || path == NULL ? NULL : fopen(path, "w");
    if (out == NULL) {
        return runtime_leave(runtime, found == NULL || path == NULL ? cudaErrorInvalidValue
                                                                    : cudaErrorOperatingSystem);
    }
    unsigned count = 0;
    fputs("digraph dot {\n", out);
    put_graph(found, &count, out);
    fputs("}\n", out);
    bool is_good = ferror(out) == 0;
    is_good &= fclose(out) == 0;
    return runtime_leave(runtime, is_good ? cudaSuccess : cudaErrorOperatingSystem);
}
