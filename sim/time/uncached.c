// SPDX-License-Identifier: Apache-2.0
#include "sim/time/uncached.h"

#include <math.h>
#include <string.h>

enum { QUEUE_ROOM_MIN = 64 };

// --- queues

static void queue_add(RequestQueue *queue, const ControllerRequest *request, Arena *arena)
{
    if (queue->count == queue->room) {
        uint32_t room = queue->room > 0 ? queue->room * 2 : QUEUE_ROOM_MIN;
        ControllerRequest *requests = arena_alloc(arena, room * sizeof *requests);
        for (uint32_t i = 0; i < queue->count; i++) {
            requests[i] = queue->requests[(queue->first + i) & (queue->room - 1)];
        }
        *queue = (RequestQueue){requests, 0, queue->count, room};
    }
    queue->requests[(queue->first + queue->count++) & (queue->room - 1)] = *request;
}

static ControllerRequest queue_take(RequestQueue *queue)
{
    ControllerRequest request = queue->requests[queue->first];
    queue->first = (queue->first + 1) & (queue->room - 1);
    queue->count--;
    return request;
}

// --- requests

void uncached_init(Uncached *memory, const Gpu *gpu, Arena *arena)
{
    double per_ns = gpu->sm_clock_mhz / 1e3;
    double gbs = gpu->memory_sustained_gbs > 0 ? gpu->memory_sustained_gbs : gpu->memory_gbs;
    uint32_t sms = gpu->texture_l1_sms > 0 ? gpu->texture_l1_sms : 1;
    uint32_t ways = (gpu->sm_count + sms - 1) / sms, partitions = gpu->memory_partitions;
    uint32_t queue = gpu->memory_queue_requests;
    *memory = (Uncached){.gpu = gpu,
                         .arena = arena,
                         .times = {.banks = gpu->memory_row_bytes > 0 ? gpu->memory_banks : 0,
                                   .row_bytes = gpu->memory_row_bytes,
                                   .queue = queue > 0 ? queue : CONTROLLER_QUEUE_MAX,
                                   .sector = SECTOR_BYTES * per_ns * partitions / gbs,
                                   .turn = gpu->memory_turn_ns * per_ns / 2,
                                   .any = gpu->memory_row_ns * per_ns,
                                   .same = gpu->memory_bank_ns * per_ns,
                                   .same_write = gpu->memory_bank_write_ns * per_ns},
                         .partitions = arena_alloc(arena, partitions * sizeof(Controller)),
                         .ways = arena_alloc(arena, ways * sizeof(RequestQueue)),
                         .replies = arena_alloc(arena, ways * sizeof(Server)),
                         .answers = arena_alloc(arena, gpu->sm_count * sizeof(RequestQueue)),
                         .turns = arena_alloc(arena, partitions * sizeof(uint32_t)),
                         .partition_count = partitions,
                         .way_count = ways,
                         .sms_per_way = sms,
                         .reply_cycles = gpu->cluster_read_bytes_per_cycle > 0
                                             ? SECTOR_BYTES / gpu->cluster_read_bytes_per_cycle
                                             : 0};
}

static uint64_t interleave_of(const Uncached *memory)
{
    uint32_t bytes = memory->gpu->partition_interleave_bytes;
    return bytes > 0 ? bytes : LINE_BYTES;
}

static uint32_t partition_of(const Uncached *memory, const MemoryRequest *request)
{
    uint64_t address = request->line * LINE_BYTES;
    return (uint32_t)(address / interleave_of(memory) % memory->partition_count);
}

// The request on its way, with its address within the partition.
static ControllerRequest on_way(const Uncached *memory, uint32_t sm, const MemoryRequest *request)
{
    uint64_t address = request->line * LINE_BYTES, interleave = interleave_of(memory);
    return (ControllerRequest){.request = *request,
                               .offset =
                                   address / interleave / memory->partition_count * interleave +
                                   address % interleave,
                               .arrived = (double)request->sent + memory->gpu->lat_dram / 2,
                               .sm = sm};
}

void uncached_send(Uncached *memory, uint32_t sm, const MemoryRequest *request)
{
    ControllerRequest sent = on_way(memory, sm, request);
    queue_add(&memory->ways[sm / memory->sms_per_way], &sent, memory->arena);
}

// Sets when the request is done whose data begin to move at `at`.
static void finish(Uncached *memory, uint32_t sm, MemoryRequest *request, double at)
{
    double back = at;
    if (request->kind != REQUEST_WRITE) {
        back = server_take(&memory->replies[sm / memory->sms_per_way], at,
                           sector_count(request->sectors) * memory->reply_cycles);
    }
    request->done = (Cycle)(back + memory->gpu->lat_dram / 2);
}

void uncached_serve_now(Uncached *memory, uint32_t sm, MemoryRequest *request)
{
    ControllerRequest sent = on_way(memory, sm, request);
    Controller *partition = &memory->partitions[partition_of(memory, request)];
    finish(memory, sm, request, controller_serve_now(partition, &memory->times, &sent));
}

bool uncached_answer(Uncached *memory, uint32_t sm, MemoryRequest *request)
{
    RequestQueue *answers = &memory->answers[sm];
    if (answers->count == 0) {
        return false;
    }
    *request = queue_take(answers).request;
    return true;
}

// --- what happens next

typedef struct Event {
    double at;
    uint32_t partition;
    uint32_t way; // that the partition admits; UINT32_MAX: it serves a request
} Event;

// Ways from a partition's turn on, so that of several which come at once the next in turn is first.
static uint32_t distance(const Uncached *memory, uint32_t partition, uint32_t way)
{
    return (way + memory->way_count - memory->turns[partition]) % memory->way_count;
}

static Event next_admission(const Uncached *memory)
{
    Event event = {INFINITY, 0, UINT32_MAX};
    for (uint32_t way = 0; way < memory->way_count; way++) {
        const RequestQueue *queue = &memory->ways[way];
        if (queue->count == 0) {
            continue;
        }
        const ControllerRequest *head = &queue->requests[queue->first];
        uint32_t partition = partition_of(memory, &head->request);
        if (!controller_has_room(&memory->partitions[partition], &memory->times)) {
            continue;
        }
        bool is_first = head->arrived < event.at ||
                        (head->arrived == event.at && partition == event.partition &&
                         distance(memory, partition, way) < distance(memory, partition, event.way));
        event = is_first ? (Event){head->arrived, partition, way} : event;
    }
    return event;
}

static Event next_event(const Uncached *memory)
{
    Event event = next_admission(memory);
    for (uint32_t i = 0; i < memory->partition_count; i++) {
        const Controller *partition = &memory->partitions[i];
        if (partition->count > 0 && partition->next_at < event.at) {
            event = (Event){partition->next_at, i, UINT32_MAX};
        }
    }
    return event;
}

// What follows on the way was there before, but comes no earlier.
static void admit(Uncached *memory, const Event *event)
{
    RequestQueue *way = &memory->ways[event->way];
    ControllerRequest head = queue_take(way);
    memory->turns[event->partition] = (event->way + 1) % memory->way_count;
    controller_add(&memory->partitions[event->partition], &memory->times, &head);
    ControllerRequest *next = way->count > 0 ? &way->requests[way->first] : NULL;
    if (next != NULL && next->arrived < event->at) {
        next->arrived = event->at;
    }
}

// Heads of ways that wait for room come when there is some.
static void hold_back(Uncached *memory, uint32_t partition, double until)
{
    for (uint32_t i = 0; i < memory->way_count; i++) {
        RequestQueue *way = &memory->ways[i];
        ControllerRequest *head = way->count > 0 ? &way->requests[way->first] : NULL;
        if (head != NULL && head->arrived < until &&
            partition_of(memory, &head->request) == partition) {
            head->arrived = until;
        }
    }
}

static void serve(Uncached *memory, const Event *event)
{
    Controller *partition = &memory->partitions[event->partition];
    bool was_full = !controller_has_room(partition, &memory->times);
    ControllerRequest served = controller_serve(partition, &memory->times);
    finish(memory, served.sm, &served.request, event->at);
    queue_add(&memory->answers[served.sm], &served, memory->arena);
    if (was_full) {
        hold_back(memory, event->partition, event->at);
    }
}

void uncached_advance(Uncached *memory, double until)
{
    double horizon = until + memory->gpu->lat_dram / 2;
    for (Event event = next_event(memory); event.at < horizon; event = next_event(memory)) {
        if (event.way == UINT32_MAX) {
            serve(memory, &event);
        } else {
            admit(memory, &event);
        }
    }
}
