// SPDX-License-Identifier: Apache-2.0
// Basic blocks, dominators and post-dominators (Cooper, Harvey, Kennedy: A Simple, Fast Dominance
// Algorithm, 2001; post-dominators on the reversed graph with one virtual exit).
//
// A guarded exit or return does not end a block: the lanes that leave never meet the others again,
// so they do not move the place where the others meet. For the same reason a path that ends in a
// trap or runs for ever has no say in where a branch reconverges, unless there is no other path.
#include "isa/machine/flow.h"

#include "isa/machine/op.h"

typedef struct EdgeList {
    uint32_t (*edges)[2];
    uint32_t count, room;
} EdgeList;

static void add_edge(Unit *unit, EdgeList *list, uint32_t from, uint32_t to)
{
    list->edges = arena_room(&unit->lowering->scratch, list->edges, list->count, &list->room,
                             sizeof *list->edges);
    list->edges[list->count][0] = from;
    list->edges[list->count++][1] = to;
}

// Sorts edges by their end `key` (0: from, 1: to).
static FlowEdges edges_by(Unit *unit, const EdgeList *list, uint32_t nodes, int key)
{
    Arena *arena = &unit->lowering->scratch;
    FlowEdges edges = {.first = arena_alloc(arena, (nodes + 2) * sizeof(uint32_t)),
                       .to = arena_alloc(arena, (list->count + 1) * sizeof(uint32_t))};
    uint32_t *next = arena_alloc(arena, (nodes + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < list->count; i++) {
        edges.first[list->edges[i][key] + 1]++;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        edges.first[i + 1] += edges.first[i];
        next[i] = edges.first[i];
    }
    for (uint32_t i = 0; i < list->count; i++) {
        edges.to[next[list->edges[i][key]]++] = list->edges[i][1 - key];
    }
    return edges;
}

// Numbers the nodes reachable from root in post-order; other nodes get FLOW_NONE. Returns how many
// are reachable.
static uint32_t post_order(Unit *unit, const FlowEdges *forward, uint32_t nodes, uint32_t root,
                           uint32_t *order, uint32_t *node_at)
{
    Arena *arena = &unit->lowering->scratch;
    uint32_t *stack = arena_alloc(arena, (nodes + 1) * sizeof(uint32_t));
    uint32_t *next = arena_alloc(arena, (nodes + 1) * sizeof(uint32_t));
    bool *is_seen = arena_alloc(arena, nodes + 1);
    uint32_t depth = 0, count = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        order[i] = FLOW_NONE;
        next[i] = forward->first[i];
    }
    stack[depth++] = root;
    is_seen[root] = true;
    while (depth > 0) {
        uint32_t node = stack[depth - 1];
        if (next[node] == forward->first[node + 1]) {
            order[node] = count;
            node_at[count++] = node;
            depth--;
            continue;
        }
        uint32_t to = forward->to[next[node]++];
        if (!is_seen[to]) {
            is_seen[to] = true;
            stack[depth++] = to;
        }
    }
    return count;
}

static uint32_t intersect(const uint32_t *dominator, const uint32_t *order, uint32_t x, uint32_t y)
{
    while (x != y) {
        while (order[x] < order[y]) {
            x = dominator[x];
        }
        while (order[y] < order[x]) {
            y = dominator[y];
        }
    }
    return x;
}

// Immediate dominators. The root's is the root itself, an unreachable node's FLOW_NONE.
static uint32_t *dominators(Unit *unit, const FlowEdges *forward, const FlowEdges *backward,
                            uint32_t nodes, uint32_t root)
{
    Arena *arena = &unit->lowering->scratch;
    uint32_t *order = arena_alloc(arena, (nodes + 1) * sizeof(uint32_t));
    uint32_t *node_at = arena_alloc(arena, (nodes + 1) * sizeof(uint32_t));
    uint32_t *dominator = arena_alloc(arena, (nodes + 1) * sizeof(uint32_t));
    uint32_t reached = post_order(unit, forward, nodes, root, order, node_at);
    for (uint32_t i = 0; i < nodes; i++) {
        dominator[i] = FLOW_NONE;
    }
    dominator[root] = root;
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = reached; i-- > 0;) {
            uint32_t node = node_at[i], found = FLOW_NONE;
            for (uint32_t j = backward->first[node]; node != root && j < backward->first[node + 1];
                 j++) {
                uint32_t from = backward->to[j];
                if (dominator[from] != FLOW_NONE) {
                    found = found == FLOW_NONE ? from : intersect(dominator, order, from, found);
                }
            }
            if (node != root && found != dominator[node]) {
                dominator[node] = found;
                is_changed = true;
            }
        }
    }
    return dominator;
}

static void find_blocks(Unit *unit, Flow *flow)
{
    Arena *arena = &unit->lowering->scratch;
    flow->blocks = arena_alloc(arena, (unit->op_count + 1) * sizeof(FlowBlock));
    flow->block_of_op = arena_alloc(arena, (unit->op_count + 1) * sizeof(uint32_t));
    flow->block_of_label = arena_alloc(arena, (unit->label_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < unit->label_count; i++) {
        flow->block_of_label[i] = FLOW_NONE;
    }
    bool is_start = true;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Op *op = &unit->ops[i];
        bool follows_label = i > 0 && unit->ops[i - 1].kind == OP_LABEL;
        if (is_start || (op->kind == OP_LABEL && !follows_label)) {
            flow->blocks[flow->count++].first = i;
        }
        is_start = op_ends_block(op);
        if (op->kind == OP_LABEL) {
            flow->block_of_label[op->target] = flow->count - 1;
        }
        flow->block_of_op[i] = flow->count - 1;
        flow->blocks[flow->count - 1].end = i + 1;
    }
}

static void find_edges(Unit *unit, const Flow *flow, EdgeList *list)
{
    for (uint32_t b = 0; b < flow->count; b++) {
        const Op *last = &unit->ops[flow->blocks[b].end - 1];
        bool falls = true;
        if (last->kind == MICRO_BRANCH) {
            add_edge(unit, list, b, flow->block_of_label[last->target]);
            falls = last->guard != VALUE_NONE;
        } else if (last->kind == MICRO_BRANCH_INDEX) {
            for (uint32_t i = 0; i < last->target; i++) {
                uint32_t label = unit->targets[(uint32_t)last->offset + i];
                add_edge(unit, list, b, flow->block_of_label[label]);
            }
            falls = last->guard != VALUE_NONE;
        } else {
            falls = !op_ends_block(last);
        }
        if (falls && b + 1 < flow->count) {
            add_edge(unit, list, b, b + 1);
        }
    }
}

static bool leaves_function(const Unit *unit, const FlowBlock *block)
{
    const Op *last = &unit->ops[block->end - 1];
    return (last->kind == MICRO_EXIT || last->kind == MICRO_RETURN) && op_ends_block(last);
}

// Post-dominators. Blocks from which the end is unreachable get an exit where they jump backwards,
// so that branches inside endless loops reconverge too.
static void find_postdominators(Unit *unit, Flow *flow, const EdgeList *inner)
{
    EdgeList list = {0};
    uint32_t nodes = flow->count + 1, exit = flow->count;
    for (uint32_t i = 0; i < inner->count; i++) {
        add_edge(unit, &list, inner->edges[i][0], inner->edges[i][1]);
    }
    for (uint32_t b = 0; b < flow->count; b++) {
        if (leaves_function(unit, &flow->blocks[b])) {
            add_edge(unit, &list, b, exit);
        }
    }
    uint32_t *dominator = NULL;
    for (int round = 0; round < 2; round++) {
        FlowEdges forward = edges_by(unit, &list, nodes, 0);
        FlowEdges backward = edges_by(unit, &list, nodes, 1);
        dominator = dominators(unit, &backward, &forward, nodes, exit);
        uint32_t known = list.count;
        for (uint32_t i = 0; i < inner->count && round == 0; i++) {
            uint32_t from = inner->edges[i][0];
            if (dominator[from] == FLOW_NONE && inner->edges[i][1] <= from) {
                add_edge(unit, &list, from, exit);
            }
        }
        if (list.count == known) {
            break;
        }
    }
    for (uint32_t b = 0; b < flow->count; b++) {
        flow->blocks[b].postdominator = dominator[b] == exit ? FLOW_NONE : dominator[b];
    }
}

Flow *flow_build(Unit *unit)
{
    Flow *flow = arena_alloc(&unit->lowering->scratch, sizeof(Flow));
    EdgeList list = {0};
    find_blocks(unit, flow);
    find_edges(unit, flow, &list);
    flow->successors = edges_by(unit, &list, flow->count, 0);
    flow->predecessors = edges_by(unit, &list, flow->count, 1);
    uint32_t *dominator = dominators(unit, &flow->successors, &flow->predecessors, flow->count, 0);
    for (uint32_t b = 0; b < flow->count; b++) {
        flow->blocks[b].is_reachable = dominator[b] != FLOW_NONE;
        flow->blocks[b].dominator = b == 0 ? FLOW_NONE : dominator[b];
    }
    find_postdominators(unit, flow, &list);
    return flow;
}

bool flow_dominates(const Flow *flow, uint32_t above, uint32_t below)
{
    while (below != FLOW_NONE && below != above) {
        below = flow->blocks[below].dominator;
    }
    return below == above;
}
