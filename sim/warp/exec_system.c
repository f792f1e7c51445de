// SPDX-License-Identifier: Apache-2.0
// Functions that the driver provides to kernels: vprintf, __assertfail, malloc, free. Lanes call
// them one after the other, from the lowest.
#include "sim/warp/format.h"
#include "sim/warp/memory_access.h"
#include "sim/warp/print_cost.h"
#include "sim/warp/system_call.h"

#define STRING_MAX 65536u // longer strings are cut

// A call of vprintf while it reads memory.
typedef struct Reading {
    const SystemCall *call;
    uint64_t arguments;                    // generic address of the packed arguments
    uint64_t argument_bytes, string_bytes; // of them, and of the strings, that were read
    uint64_t text_bytes;                   // of the strings, without the zeros at their ends
    uint32_t argument_count, strings;      // strings: with the format
} Reading;

static bool read_argument(void *context, uint64_t offset, void *bytes, uint32_t size_bytes)
{
    Reading *reading = context;
    reading->argument_count++;
    uint64_t end = offset + size_bytes;
    reading->argument_bytes = end > reading->argument_bytes ? end : reading->argument_bytes;
    return system_read(reading->call, reading->arguments + offset, bytes, size_bytes);
}

static bool read_string(void *context, uint64_t address, Text *out)
{
    Reading *reading = context;
    reading->strings++;
    for (uint32_t i = 0; i < STRING_MAX; i++) {
        char byte;
        reading->string_bytes++;
        if (!system_read(reading->call, address + i, &byte, 1)) {
            return false;
        }
        if (byte == '\0') {
            break;
        }
        text_add(out, &byte, 1);
        reading->text_bytes++;
    }
    return true;
}

// The space that a call of printf takes in the buffer: a header, the arguments, the format and the
// strings. (An H200 shows that the format is in it if a call has too few arguments: the text of the
// format follows them. The header's size is assumed.)
#define PRINT_HEADER_BYTES 16u

static uint64_t buffer_bytes(const Reading *reading)
{
    uint64_t arguments = (reading->argument_bytes + 7) & ~UINT64_C(7);
    return PRINT_HEADER_BYTES + arguments + ((reading->string_bytes + 7) & ~UINT64_C(7));
}

// A block that prints this much waits for its turn, so that the blocks ahead of their turn, of
// which there may be any number, hold little.
#define PRINT_AHEAD_BYTES (16u << 10)

static void keep_largest(uint32_t *largest, uint64_t value)
{
    *largest = value > *largest ? (uint32_t)value : *largest;
}

static void note_shape(PrintShape *shape, const Reading *reading, const Text *format)
{
    keep_largest(&shape->format_bytes, format->size_bytes);
    keep_largest(&shape->arguments, reading->argument_count);
    keep_largest(&shape->strings, reading->strings - 1);
    keep_largest(&shape->string_bytes, reading->text_bytes - format->size_bytes);
}

static Outcome call_vprintf(const SystemCall *call, PrintShape *shape)
{
    Text format = {0};
    PrintFifo *output = &call->block->output;
    uint64_t limit = call->block->launch->print_bytes, address = system_argument(call, 0);
    Reading reading = {.call = call, .arguments = system_argument(call, 1)};
    FormatSource source = {&reading, read_argument, read_string};
    int used = -1;
    Outcome outcome = OUTCOME_NEXT;
    if (address != 0 && !read_string(&reading, address, &format)) {
        outcome = system_bad_pointer(call, "printf's format string");
    } else if (address != 0) {
        used = format_print(text_string(&format), &source, &output->text);
        print_fifo_close(output, buffer_bytes(&reading));
        note_shape(shape, &reading, &format);
        if (print_fifo_is_long(output, limit)) {
            print_fifo_trim(output, limit);
        }
        if (used < 0) {
            outcome = system_bad_pointer(call, "an argument of printf");
        }
    }
    text_destroy(&format);
    system_result(call, (uint64_t)(int64_t)used);
    return outcome;
}

// The text that CUDA prints for a failed assertion.
static void print_assertion(const SystemCall *call, Text *out)
{
    Text message = {0}, file = {0}, function = {0};
    Reading reading = {.call = call};
    const uint32_t *index = call->block->place.block;
    const Warp *warp = call->warp;
    read_string(&reading, system_argument(call, 0), &message);
    read_string(&reading, system_argument(call, 1), &file);
    read_string(&reading, system_argument(call, 3), &function);
    text_printf(out, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.",
                text_string(&file), (uint32_t)system_argument(call, 2), text_string(&function),
                index[0], index[1], index[2], warp->thread[0][call->lane],
                warp->thread[1][call->lane], warp->thread[2][call->lane], text_string(&message));
    text_destroy(&message);
    text_destroy(&file);
    text_destroy(&function);
}

static Outcome call_assert(SystemCall *call, uint32_t on)
{
    Text first = {0};
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        Text line = {0};
        call->lane = lane_lowest(rest);
        print_assertion(call, &line);
        if (first.size_bytes == 0) {
            text_put(&first, text_string(&line));
        }
        text_printf(&call->block->output.text, "%s\n", text_string(&line));
        print_fifo_close(&call->block->output, 0);
        text_destroy(&line);
    }
    fault_raise(call->block, call->warp, FAULT_ASSERT, on, "%s", text_string(&first));
    text_destroy(&first);
    return OUTCOME_FAULT;
}

static Outcome call_malloc(const SystemCall *call)
{
    DeviceMemory *memory = call->block->launch->memory;
    system_result(call, device_memory_heap_allocate(memory, system_argument(call, 0)));
    return OUTCOME_NEXT;
}

static Outcome call_free(const SystemCall *call)
{
    uint64_t address = system_argument(call, 0);
    if (address != 0 && !device_memory_heap_release(call->block->launch->memory, address)) {
        return fault_raise(call->block, call->warp, FAULT_HEAP, 1u << call->lane,
                           "free(0x%llx): malloc() did not return it, or it was freed before",
                           (unsigned long long)address);
    }
    return OUTCOME_NEXT;
}

// Whether the call must wait for the block's turn.
static bool is_ordered(const Block *block, MachineSystemCall function)
{
    switch (function) {
    case SYSTEM_VPRINTF: // with a clock, warps take turns at the lock
        return block->step != NULL || block->output.text.size_bytes > PRINT_AHEAD_BYTES;
    case SYSTEM_MALLOC:
    case SYSTEM_FREE: return true;
    default: return system_runtime_is_ordered(function);
    }
}

Outcome exec_system_call(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    SystemCall call = {
        .block = block, .warp = warp, .call = &block->launch->program->calls[micro->target]};
    MachineSystemCall function = (MachineSystemCall)micro->function;
    if (on == 0 || function == SYSTEM_INDEX) {
        return OUTCOME_NEXT;
    }
    if (function == SYSTEM_ASSERTFAIL) {
        return call_assert(&call, on);
    }
    if (!block->is_oldest && is_ordered(block, function)) {
        return OUTCOME_ORDER;
    }
    Outcome outcome = OUTCOME_NEXT;
    PrintShape shape = {0};
    for (uint32_t rest = on; rest != 0 && outcome == OUTCOME_NEXT; rest &= rest - 1) {
        call.lane = lane_lowest(rest);
        switch (function) {
        case SYSTEM_VPRINTF: outcome = call_vprintf(&call, &shape); break;
        case SYSTEM_MALLOC: outcome = call_malloc(&call); break;
        case SYSTEM_FREE: outcome = call_free(&call); break;
        default: outcome = system_runtime(&call, function); break;
        }
    }
    if (function == SYSTEM_VPRINTF && outcome == OUTCOME_NEXT) {
        SlowCost cost = print_cost(&shape, on);
        exec_count_more(block, (uint32_t)(micro - block->launch->program->code), &cost);
    }
    spin_written(warp);
    return outcome;
}
