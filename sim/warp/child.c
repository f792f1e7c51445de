// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/child.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_HANDLE UINT64_C(0x100) // of streams and events; no number of a stream without one

// Slots are taken in turn, so that no two launches soon have the same buffer: a race checker does
// not know that one is done with it.
static ChildSlot *take_slot(ChildRequests *requests, uint32_t *index)
{
    for (uint32_t i = 0; i < requests->slot_count; i++) {
        *index = (requests->next_slot + i) % requests->slot_count;
        ChildSlot *slot = &requests->slots[*index];
        if (!slot->is_taken) {
            requests->next_slot = *index + 1;
            slot->is_taken = true;
            return slot;
        }
    }
    return NULL;
}

uint64_t child_buffer(ChildRequests *requests, const Child *wanted, ChildError *error)
{
    Child child = *wanted;
    uint32_t index;
    *error = requests->check(requests->check_context, &child);
    ChildSlot *slot = *error == CHILD_SUCCESS ? take_slot(requests, &index) : NULL;
    if (slot == NULL) {
        *error = *error == CHILD_SUCCESS ? CHILD_TOO_MANY : *error;
        return 0;
    }
    slot->child = child;
    return requests->buffers + (uint64_t)index * requests->slot_bytes;
}

static bool is_stream(const ChildRequests *requests, uint64_t stream)
{
    bool is_created = stream >= FIRST_HANDLE && stream < FIRST_HANDLE + requests->next_handle;
    return stream <= STREAM_FIRE_AND_FORGET || is_created;
}

ChildError child_add(ChildRequests *requests, const Child *child)
{
    if (!is_stream(requests, child->stream)) {
        return CHILD_INVALID_VALUE;
    }
    // Tail launches are sure to wait for the grid's end; others may begin before it.
    if (child->stream == STREAM_TAIL && requests->tail_count++ >= requests->pending_limit) {
        return CHILD_TOO_MANY;
    }
    requests->children =
        heap_room(requests->children, requests->count, &requests->room, sizeof *child);
    requests->children[requests->count] = *child;
    requests->children[requests->count].number = requests->count;
    requests->count++;
    return CHILD_SUCCESS;
}

ChildError child_launch(ChildRequests *requests, uint64_t buffer, const uint8_t *parameters,
                        uint64_t stream, uint64_t block)
{
    uint64_t index = (buffer - requests->buffers) / (requests->slot_bytes + !requests->slot_bytes);
    if (buffer < requests->buffers || index >= requests->slot_count ||
        !requests->slots[index].is_taken) {
        return CHILD_INVALID_VALUE;
    }
    ChildSlot *slot = &requests->slots[index];
    Child *child = &slot->child;
    slot->is_taken = false;
    child->stream = stream;
    child->block = block;
    child->parameters = arena_alloc(&requests->arena, child->parameter_bytes + 1u);
    memcpy(child->parameters, parameters, child->parameter_bytes);
    return child_add(requests, child);
}

uint64_t child_handle(ChildRequests *requests)
{
    return FIRST_HANDLE + requests->next_handle++;
}

void child_requests_destroy(ChildRequests *requests)
{
    arena_clear(&requests->arena);
    free(requests->children);
    free(requests->slots);
    *requests = (ChildRequests){0};
}
