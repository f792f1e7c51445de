// SPDX-License-Identifier: Apache-2.0
// Functions that the driver provides to kernels: vprintf, __assertfail, malloc, free. Lanes call
// them one after the other, from the lowest.
#include "sim/warp/format.h"
#include "sim/warp/frame.h"
#include "sim/warp/memory_access.h"

#include <string.h>

#define STRING_MAX 65536u // longer strings are cut

// A lane that reads memory for a system call.
typedef struct Reading {
    Block *block;
    Warp *warp;
    uint32_t lane;
    uint64_t arguments;                    // generic address of vprintf's packed arguments
    uint64_t argument_bytes, string_bytes; // of them, and of the strings, that were read
} Reading;

static bool read_generic(const Reading *reading, uint64_t address, void *bytes, uint32_t size_bytes)
{
    Block *block = reading->block;
    if (address - LOCAL_WINDOW_BASE < LOCAL_WINDOW_BYTES) {
        uint64_t at = address - LOCAL_WINDOW_BASE, limit = warp_frame(reading->warp)->local_top;
        if (at > limit || limit - at < size_bytes) {
            return false;
        }
        frame_read(reading->warp, at, reading->lane, bytes, size_bytes);
        return true;
    }
    if (address - SHARED_WINDOW_BASE < (CLUSTER_RANK_MAX + 1) * SHARED_WINDOW_BYTES) {
        uint32_t at = (uint32_t)(address - SHARED_WINDOW_BASE), limit = shared_limit(block, at);
        uint32_t offset = at % (uint32_t)SHARED_WINDOW_BYTES;
        if (offset > limit || limit - offset < size_bytes) {
            return false;
        }
        memcpy(bytes, shared_bytes(block, at), size_bytes);
        return true;
    }
    const uint8_t *from = global_bytes(block, address, size_bytes, false);
    if (from != NULL) {
        memcpy(bytes, from, size_bytes);
    }
    return from != NULL;
}

static bool read_argument(void *context, uint64_t offset, void *bytes, uint32_t size_bytes)
{
    Reading *reading = context;
    uint64_t end = offset + size_bytes;
    reading->argument_bytes = end > reading->argument_bytes ? end : reading->argument_bytes;
    return read_generic(reading, reading->arguments + offset, bytes, size_bytes);
}

static bool read_string(void *context, uint64_t address, Text *out)
{
    Reading *reading = context;
    for (uint32_t i = 0; i < STRING_MAX; i++) {
        char byte;
        reading->string_bytes++;
        if (!read_generic(reading, address + i, &byte, 1)) {
            return false;
        }
        if (byte == '\0') {
            break;
        }
        text_add(out, &byte, 1);
    }
    return true;
}

// Argument number `index` of the call, from the caller's frame.
static uint64_t argument(const Reading *reading, const MachineCall *call, uint32_t index)
{
    uint64_t value = 0;
    if (index < call->argument_count) {
        const MachineArgument *at = &call->arguments[index];
        uint32_t size = at->size_bytes < 8 ? at->size_bytes : 8;
        frame_read(reading->warp, warp_frame(reading->warp)->local_base + at->from_offset,
                   reading->lane, &value, size);
    }
    return value;
}

static void give_result(const Reading *reading, const MachineCall *call, uint64_t value)
{
    if (call->result_count > 0) {
        const MachineArgument *at = &call->results[0];
        frame_write(reading->warp, warp_frame(reading->warp)->local_base + at->to_offset,
                    reading->lane, &value, at->size_bytes < 8 ? at->size_bytes : 8);
    }
}

static Outcome bad_pointer(Reading *reading, const char *what)
{
    return fault_raise(reading->block, reading->warp, FAULT_OUT_OF_BOUNDS, 1u << reading->lane,
                       "%s cannot be read", what);
}

// What a call of printf takes of the buffer: a header, the arguments, the format and the strings.
// (That the format is in it shows on an H200 where a call has too few arguments: what follows them
// is the format's text. The header's size is assumed.)
#define PRINT_HEADER_BYTES 16u

static uint64_t buffer_bytes(const Reading *reading)
{
    uint64_t arguments = (reading->argument_bytes + 7) & ~UINT64_C(7);
    return PRINT_HEADER_BYTES + arguments + ((reading->string_bytes + 7) & ~UINT64_C(7));
}

// A block that prints this much waits for its turn, so that blocks ahead of theirs, of which any
// number may exist, hold little.
#define PRINT_AHEAD_BYTES (16u << 10)

static Outcome call_vprintf(Reading *reading, const MachineCall *call)
{
    Text format = {0};
    PrintFifo *output = &reading->block->output;
    uint64_t limit = reading->block->launch->print_bytes;
    reading->argument_bytes = reading->string_bytes = 0;
    uint64_t address = argument(reading, call, 0);
    reading->arguments = argument(reading, call, 1);
    FormatSource source = {reading, read_argument, read_string};
    int used = -1;
    Outcome outcome = OUTCOME_NEXT;
    if (address != 0 && !read_string(reading, address, &format)) {
        outcome = bad_pointer(reading, "printf's format string");
    } else if (address != 0) {
        used = format_print(text_string(&format), &source, &output->text);
        print_fifo_close(output, buffer_bytes(reading));
        if (print_fifo_is_long(output, limit)) {
            print_fifo_trim(output, limit);
        }
        if (used < 0) {
            outcome = bad_pointer(reading, "an argument of printf");
        }
    }
    text_destroy(&format);
    give_result(reading, call, (uint64_t)(int64_t)used);
    return outcome;
}

// The text that CUDA prints for a failed assertion.
static void print_assertion(Reading *reading, const MachineCall *call, Text *out)
{
    Text message = {0}, file = {0}, function = {0};
    const uint32_t *index = reading->block->place.block;
    read_string(reading, argument(reading, call, 0), &message);
    read_string(reading, argument(reading, call, 1), &file);
    read_string(reading, argument(reading, call, 3), &function);
    text_printf(out, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.",
                text_string(&file), (uint32_t)argument(reading, call, 2), text_string(&function),
                index[0], index[1], index[2], reading->warp->thread[0][reading->lane],
                reading->warp->thread[1][reading->lane], reading->warp->thread[2][reading->lane],
                text_string(&message));
    text_destroy(&message);
    text_destroy(&file);
    text_destroy(&function);
}

static Outcome call_assert(Reading *reading, const MachineCall *call, uint32_t on)
{
    Text first = {0};
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        Text line = {0};
        reading->lane = lane_lowest(rest);
        print_assertion(reading, call, &line);
        if (first.size_bytes == 0) {
            text_put(&first, text_string(&line));
        }
        text_printf(&reading->block->output.text, "%s\n", text_string(&line));
        print_fifo_close(&reading->block->output, 0);
        text_destroy(&line);
    }
    fault_raise(reading->block, reading->warp, FAULT_ASSERT, on, "%s", text_string(&first));
    text_destroy(&first);
    return OUTCOME_FAULT;
}

static Outcome call_free(Reading *reading, const MachineCall *call)
{
    uint64_t address = argument(reading, call, 0);
    if (address != 0 && !device_memory_heap_release(reading->block->launch->memory, address)) {
        return fault_raise(reading->block, reading->warp, FAULT_HEAP, 1u << reading->lane,
                           "free(0x%llx): malloc() did not return it, or it was freed before",
                           (unsigned long long)address);
    }
    return OUTCOME_NEXT;
}

Outcome exec_system_call(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    const MachineCall *call = &block->launch->program->calls[micro->target];
    Reading reading = {.block = block, .warp = warp};
    if (on == 0) {
        return OUTCOME_NEXT;
    }
    if (micro->function == SYSTEM_ASSERTFAIL) {
        return call_assert(&reading, call, on);
    }
    bool is_heap = micro->function == SYSTEM_MALLOC || micro->function == SYSTEM_FREE;
    bool prints_much =
        micro->function == SYSTEM_VPRINTF && block->output.text.size_bytes > PRINT_AHEAD_BYTES;
    if ((is_heap || prints_much) && !block->is_oldest) {
        return OUTCOME_ORDER;
    }
    Outcome outcome = OUTCOME_NEXT;
    for (uint32_t rest = on; rest != 0 && outcome == OUTCOME_NEXT; rest &= rest - 1) {
        reading.lane = lane_lowest(rest);
        switch (micro->function) {
        case SYSTEM_VPRINTF: outcome = call_vprintf(&reading, call); break;
        case SYSTEM_MALLOC:
            give_result(
                &reading, call,
                device_memory_heap_allocate(block->launch->memory, argument(&reading, call, 0)));
            break;
        default: outcome = call_free(&reading, call); break;
        }
    }
    spin_written(warp);
    return outcome;
}
