// SPDX-License-Identifier: Apache-2.0
// The loops of a control-flow graph, from its back edges.
#include "isa/machine/flow.h"

typedef struct Finder {
    const Flow *flow;
    FlowLoops loops;
    bool *is_inside; // [block]
    uint32_t *found; // blocks of the loop at hand
    uint32_t count;
} Finder;

static void enter(Finder *finder, uint32_t block)
{
    if (!finder->is_inside[block] && finder->flow->blocks[block].is_reachable) {
        finder->is_inside[block] = true;
        finder->found[finder->count++] = block;
    }
}

// The blocks from which a back edge to the header is reached without passing the header.
static void find_blocks(Finder *finder, uint32_t header)
{
    const FlowEdges *before = &finder->flow->predecessors;
    enter(finder, header);
    for (uint32_t e = before->first[header]; e < before->first[header + 1]; e++) {
        if (flow_dominates(finder->flow, header, before->to[e])) {
            enter(finder, before->to[e]);
        }
    }
    for (uint32_t i = 1; i < finder->count; i++) {
        uint32_t block = finder->found[i];
        for (uint32_t e = before->first[block]; e < before->first[block + 1]; e++) {
            enter(finder, before->to[e]);
        }
    }
}

// Of two loops around a block, the one whose header is in the other is the inner one.
static void nest(Finder *finder, uint32_t header)
{
    FlowLoops *loops = &finder->loops;
    for (uint32_t i = 0; i < finder->count; i++) {
        uint32_t block = finder->found[i], known = loops->header[block];
        if (known == FLOW_NONE || !finder->is_inside[known]) {
            loops->header[block] = header;
        }
        uint32_t outer = loops->outer[block];
        if (block != header && (outer == FLOW_NONE || !finder->is_inside[outer])) {
            loops->outer[block] = header;
        }
    }
}

static bool is_header(const Flow *flow, uint32_t block)
{
    const FlowEdges *before = &flow->predecessors;
    for (uint32_t e = before->first[block]; e < before->first[block + 1]; e++) {
        uint32_t from = before->to[e];
        if (flow->blocks[from].is_reachable && flow_dominates(flow, block, from)) {
            return true;
        }
    }
    return false;
}

FlowLoops flow_loops(Unit *unit, const Flow *flow)
{
    Arena *arena = &unit->lowering->scratch;
    Finder finder = {.flow = flow};
    finder.loops.header = arena_alloc(arena, (flow->count + 1) * sizeof(uint32_t));
    finder.loops.outer = arena_alloc(arena, (flow->count + 1) * sizeof(uint32_t));
    finder.found = arena_alloc(arena, (flow->count + 1) * sizeof(uint32_t));
    finder.is_inside = arena_alloc(arena, flow->count + 1);
    for (uint32_t b = 0; b < flow->count; b++) {
        finder.loops.header[b] = finder.loops.outer[b] = FLOW_NONE;
    }
    for (uint32_t b = 0; b < flow->count; b++) {
        if (!flow->blocks[b].is_reachable || !is_header(flow, b)) {
            continue;
        }
        finder.count = 0;
        find_blocks(&finder, b);
        nest(&finder, b);
        for (uint32_t i = 0; i < finder.count; i++) {
            finder.is_inside[finder.found[i]] = false;
        }
    }
    return finder.loops;
}

uint32_t flow_outermost(const FlowLoops *loops, uint32_t block)
{
    uint32_t header = loops->header[block];
    while (header != FLOW_NONE && loops->outer[header] != FLOW_NONE) {
        header = loops->outer[header];
    }
    return header;
}

uint32_t flow_depth(const FlowLoops *loops, uint32_t block)
{
    uint32_t depth = 0;
    for (uint32_t header = loops->header[block]; header != FLOW_NONE;
         header = loops->outer[header]) {
        depth++;
    }
    return depth;
}
