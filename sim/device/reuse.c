// SPDX-License-Identifier: Apache-2.0
#include "sim/device/reuse.h"

#include "isa/base/heap.h"
#include "sim/memory/texture_table.h"

#include <stdlib.h>
#include <string.h>

// A kernel's launches are looked at once all of them together have taken as long as hashing memory
// twice: a warp instruction takes at least as long as 64 bytes do. So looking in vain at most
// doubles the time.
#define MIN_INSTRUCTIONS      (UINT64_C(1) << 18)
#define BYTES_PER_INSTRUCTION 32u
#define MAX_BYTES             (UINT64_C(1) << 30) // of memory
#define MAX_KEPT_BYTES        (UINT64_C(1) << 29) // of all entries' hashes and changes
#define MAX_ENTRIES           1024u
#define MAX_MISSES            8u

// Whether what a kernel does follows from memory and the launch alone. Its clocks begin with it, so
// they do.
static bool is_closed(const MachineProgram *program)
{
    for (uint32_t i = 0; i < program->code_count; i++) {
        const Micro *micro = &program->code[i];
        bool is_multicast =
            micro->kind == MICRO_MULTICAST_LOAD || micro->kind == MICRO_MULTICAST_STORE;
        if (is_multicast || (micro->kind == MICRO_SYSTEM_CALL && micro->function != SYSTEM_INDEX)) {
            return false; // what is bound may change between launches
        }
    }
    return true;
}

static ContentHash key_of(const Launch *launch, const ReuseSetting *setting)
{
    uint64_t shape[24] = {(uint64_t)(uintptr_t)launch->program,
                          (uint64_t)(uintptr_t)launch->gpu,
                          launch->dynamic_shared_bytes,
                          launch->stack_limit_bytes,
                          launch->max_block_instructions,
                          launch->endless_after,
                          launch->textures == NULL ? 0 : launch->textures->change_count,
                          setting->home,
                          setting->peers,
                          setting->is_timed,
                          0};
    shape[19] = device_memory_departures(launch->memory);
    for (uint32_t axis = 0; axis < 3; axis++) {
        shape[10 + axis] = launch->grid[axis];
        shape[13 + axis] = launch->block[axis];
        shape[16 + axis] = launch->cluster[axis];
    }
    uint64_t row_bytes =
        (uint64_t)launch->program->constant_rows * LANE_COUNT * sizeof *launch->constants;
    ContentHash parts[3] = {content_hash(shape, sizeof shape),
                            content_hash(launch->parameters, launch->parameter_bytes),
                            content_hash(launch->constants, (size_t)row_bytes)};
    return content_hash(parts, sizeof parts);
}

// The entry of this key, added if there is room; or UINT32_MAX.
static uint32_t entry_of(ReuseTable *table, ContentHash key)
{
    for (uint32_t i = 0; i < table->count; i++) {
        if (memcmp(&table->entries[i].key, &key, sizeof key) == 0) {
            return i;
        }
    }
    if (table->count == MAX_ENTRIES) {
        return UINT32_MAX;
    }
    table->entries = heap_room(table->entries, table->count, &table->room, sizeof(ReuseEntry));
    table->entries[table->count] = (ReuseEntry){.key = key};
    return table->count++;
}

static uint64_t hash_bytes(const MemorySnapshot *snapshot)
{
    return snapshot->page_count * sizeof *snapshot->pages;
}

static uint64_t kept_bytes(const ReuseEntry *entry)
{
    return hash_bytes(&entry->before) + entry->change.page_count * SNAPSHOT_PAGE_BYTES;
}

static void forget(ReuseTable *table, ReuseEntry *entry)
{
    table->kept_bytes -= kept_bytes(entry);
    snapshot_destroy(&entry->before);
    change_destroy(&entry->change);
    entry->is_known = false;
}

// Whether it is worth it to look at memory before this launch.
static bool is_worthwhile(ReuseEntry *entry, const DeviceMemory *memory)
{
    if (entry->instructions < MIN_INSTRUCTIONS || entry->misses > MAX_MISSES) {
        return false;
    }
    if (entry->pause > 0) {
        entry->pause--;
        return false;
    }
    uint64_t bytes = snapshot_bytes(memory);
    return bytes <= MAX_BYTES && bytes / BYTES_PER_INSTRUCTION <= entry->instructions;
}

// Memory was looked at in vain.
static void miss(ReuseEntry *entry)
{
    entry->instructions = 0;
    entry->pause = 1u << entry->misses++;
}

static void forget_now(ReuseTable *table)
{
    snapshot_destroy(&table->now);
    table->is_now_known = false;
}

static void know_now(ReuseTable *table, const DeviceMemory *memory, MemorySnapshot now)
{
    forget_now(table);
    table->now = now;
    table->now_changes = device_memory_changes(memory);
    table->is_now_known = true;
}

// What memory holds. Only mapped memory is read if nothing else has changed since it was known.
static bool look(ReuseTable *table, const DeviceMemory *memory, MemorySnapshot *snapshot)
{
    if (table->is_now_known && table->now_changes == device_memory_changes(memory) &&
        snapshot_renew(memory, &table->now)) {
        *snapshot = table->now;
        table->now = (MemorySnapshot){0};
        table->is_now_known = false;
        return true;
    }
    forget_now(table);
    return snapshot_take(memory, snapshot);
}

static void take_results(const ReuseEntry *entry, LaunchRecord *record)
{
    record->executed = entry->record.executed;
    record->accesses = entry->record.accesses;
    record->time = entry->record.time;
    record->blocks_done = entry->record.blocks_done;
    record->blocks_canceled = entry->record.blocks_canceled;
    record->is_repetition = true;
    record->repeated = entry->record.id;
}

bool reuse_begin(ReuseTable *table, const Launch *launch, const ReuseSetting *setting,
                 LaunchRecord *record, ReuseAttempt *attempt)
{
    *attempt = (ReuseAttempt){.entry = UINT32_MAX};
    if (launch->is_cooperative || !is_closed(launch->program)) {
        return false;
    }
    attempt->entry = entry_of(table, key_of(launch, setting));
    ReuseEntry *entry = attempt->entry == UINT32_MAX ? NULL : &table->entries[attempt->entry];
    if (entry == NULL || !is_worthwhile(entry, launch->memory) ||
        !look(table, launch->memory, &attempt->before)) {
        return false;
    }
    attempt->has_before = true;
    if (!entry->is_known) {
        return false;
    }
    if (snapshot_equal(&entry->before, &attempt->before)) {
        change_apply(launch->memory, &entry->change, &attempt->before);
        take_results(entry, record);
        know_now(table, launch->memory, attempt->before);
        return true;
    }
    forget(table, entry);
    miss(entry);
    return false;
}

static uint64_t instructions_of(const LaunchRecord *record)
{
    uint64_t instructions = 0;
    for (uint32_t i = 0; i < record->program->code_count; i++) {
        instructions += record->executed[i].executed * record->program->code[i].issues;
    }
    return instructions;
}

static void *kept_copy(ReuseTable *table, const void *from, size_t size_bytes)
{
    return memcpy(arena_alloc(&table->arena, size_bytes), from, size_bytes);
}

// The record's arrays are the device's, which may forget them before the next launch.
static void keep_record(ReuseTable *table, const LaunchRecord *record, LaunchRecord *kept)
{
    uint32_t count = record->program->code_count;
    *kept = *record;
    kept->executed = kept_copy(table, record->executed, count * sizeof *record->executed);
    kept->accesses = kept_copy(table, record->accesses, count * sizeof *record->accesses);
    if (record->time != NULL) {
        LaunchTime *time = kept_copy(table, record->time, sizeof *time);
        time->stalls = kept_copy(table, record->time->stalls, count * sizeof *time->stalls);
        kept->time = time;
    }
}

// The next launch does not wait for managed memory that this one has moved.
static bool has_moved_memory(const LaunchRecord *record)
{
    return record->time != NULL && record->time->migration_us > 0;
}

void reuse_end(ReuseTable *table, const Launch *launch, const LaunchRecord *record,
               ReuseAttempt *attempt)
{
    forget_now(table);
    if (attempt->entry == UINT32_MAX) {
        return;
    }
    ReuseEntry *entry = &table->entries[attempt->entry];
    bool is_whole = record->fault.kind == FAULT_NONE && record->beyond.kind == FAULT_NONE &&
                    !has_moved_memory(record);
    entry->instructions = is_whole ? entry->instructions + instructions_of(record) : 0;
    if (!attempt->has_before) {
        return;
    }
    MemorySnapshot after = {0};
    uint64_t room = MAX_KEPT_BYTES - table->kept_bytes, hashes = hash_bytes(&attempt->before);
    if (is_whole && hashes <= room && snapshot_take(launch->memory, &after) &&
        change_take(launch->memory, &attempt->before, &after, room - hashes, &entry->change)) {
        keep_record(table, record, &entry->record);
        entry->before = attempt->before;
        entry->is_known = true;
        table->kept_bytes += kept_bytes(entry);
        know_now(table, launch->memory, after);
    } else {
        snapshot_destroy(&attempt->before);
        snapshot_destroy(&after);
        miss(entry);
    }
}

void reuse_destroy(ReuseTable *table)
{
    for (uint32_t i = 0; i < table->count; i++) {
        forget(table, &table->entries[i]);
    }
    free(table->entries);
    forget_now(table);
    arena_clear(&table->arena);
    *table = (ReuseTable){0};
}
