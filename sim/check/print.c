// SPDX-License-Identifier: Apache-2.0
// The arguments of device printf: an uninitialized one that the format uses is an error. The format
// is read as printf itself reads it, so that padding and surplus arguments do not count. The
// characters of strings are not checked.
#include "sim/check/registers.h"

#include "sim/warp/format.h"
#include "sim/warp/frame.h"
#include "sim/warp/system_call.h"

#include <stdio.h>

#define FORMAT_MAX 65536u // longer formats are cut

// One lane's call.
typedef struct Printing {
    BlockContext *context;
    SystemCall call;
    uint32_t pc;
    uint64_t arguments;      // generic address
    uint32_t argument_count; // that were used so far
} Printing;

// The valid bits of the word of local memory that holds a generic address, or NULL.
static uint8_t *valid_word(const Printing *printing, uint64_t address)
{
    const WarpCheck *check = registers_of(printing->context, printing->call.warp);
    uint64_t word = (address - LOCAL_WINDOW_BASE) / 4;
    return address >= LOCAL_WINDOW_BASE && word < check->local_words
               ? &check->local[word * LANE_COUNT + printing->call.lane]
               : NULL;
}

static void report_argument(const Printing *printing)
{
    UnitCheck *unit = printing->context->unit;
    CheckFinding finding = {
        .kind = CHECK_UNINIT_PRINT,
        .program = unit->launch->program,
        .here = side_of(printing->context, printing->call.warp, printing->pc, printing->call.lane),
        .count = 1};
    snprintf(finding.detail, sizeof finding.detail, "argument %u after the format",
             printing->argument_count);
    findings_add(&unit->findings, &finding);
}

static bool read_argument(void *context, uint64_t offset, void *bytes, uint32_t size_bytes)
{
    Printing *printing = context;
    uint64_t address = printing->arguments + offset;
    bool is_unset = false;
    printing->argument_count++;
    for (uint32_t i = 0; i < size_bytes; i++) {
        uint8_t *valid = valid_word(printing, address + i);
        uint32_t bit = 1u << ((address + i) & 3u);
        if (valid != NULL && (*valid & bit) == 0) {
            *valid = (uint8_t)(*valid | bit); // once is enough
            is_unset = true;
        }
    }
    if (is_unset) {
        report_argument(printing);
    }
    return system_read(&printing->call, address, bytes, size_bytes);
}

static bool skip_string(void *context, uint64_t address, Text *out)
{
    (void)context, (void)address, (void)out;
    return true;
}

static void read_format(const Printing *printing, Text *out)
{
    uint64_t address = system_argument(&printing->call, 0);
    char byte = '\0';
    for (uint32_t i = 0; i < FORMAT_MAX; i++) {
        if (!system_read(&printing->call, address + i, &byte, 1) || byte == '\0') {
            return;
        }
        text_add(out, &byte, 1);
    }
}

void print_check(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const MachineProgram *program = context->unit->launch->program;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        Printing printing = {.context = context,
                             .call = {.block = context->block,
                                      .warp = (Warp *)warp, // only read
                                      .call = &program->calls[program->code[pc].target],
                                      .lane = lane_lowest(rest)},
                             .pc = pc};
        printing.arguments = system_argument(&printing.call, 1);
        FormatSource source = {&printing, read_argument, skip_string};
        Text format = {0}, text = {0};
        read_format(&printing, &format);
        if (format.size_bytes > 0) {
            format_print(text_string(&format), &source, &text);
        }
        text_destroy(&format);
        text_destroy(&text);
    }
}
