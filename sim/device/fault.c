// SPDX-License-Identifier: Apache-2.0
#include "sim/device/fault.h"

#include "isa/base/demangle.h"

static const char *const fault_names[] = {
    [FAULT_NONE] = "",
#define FAULT(name, words, ...) [FAULT_##name] = words,
#include "sim/warp/fault.def"
#undef FAULT
};

static const char *const space_names[] = {
    [PTX_SPACE_GENERIC] = "generic", [PTX_SPACE_GLOBAL] = "global",
    [PTX_SPACE_SHARED] = "shared",   [PTX_SPACE_CLUSTER] = "cluster shared",
    [PTX_SPACE_LOCAL] = "local",     [PTX_SPACE_CONST] = "constant",
    [PTX_SPACE_PARAM] = "parameter", [PTX_SPACE_REG] = "register",
    [PTX_SPACE_TEX] = "texture",
};

const char *fault_name(FaultKind kind)
{
    return fault_names[kind];
}

// Of the places that inlining stacked up, the innermost in the file that holds the kernel: a fault
// in a toolkit's header is shown where the program uses the header.
static const PtxLocation *user_location(const PtxModule *module, uint32_t index)
{
    const PtxLocation *outermost = &module->locations[index];
    for (uint32_t depth = 0; depth < module->location_count; depth++) {
        if (outermost->inlined_at == 0 || outermost->inlined_at >= module->location_count) {
            break;
        }
        outermost = &module->locations[outermost->inlined_at];
    }
    const PtxLocation *location = &module->locations[index];
    while (location != outermost && location->file != outermost->file) {
        location = &module->locations[location->inlined_at];
    }
    return location;
}

SourcePosition fault_position(const MachineProgram *program, uint32_t pc, const char **source)
{
    *source = NULL;
    if (program == NULL || pc >= program->code_count) {
        return (SourcePosition){0};
    }
    const Micro *micro = &program->code[pc];
    const PtxModule *module = program->module;
    if (micro->location > 0 && micro->location < module->location_count) {
        const PtxLocation *location = user_location(module, micro->location);
        const char *file = ptx_file_name(module, location->file);
        if (file != NULL) {
            return (SourcePosition){file, location->line, location->column};
        }
    }
    *source = module->source;
    return (SourcePosition){module->file, micro->ptx_line, 0};
}

static bool is_memory_fault(FaultKind kind)
{
    return kind == FAULT_OUT_OF_BOUNDS || kind == FAULT_NULL || kind == FAULT_MISALIGNED ||
           kind == FAULT_READ_ONLY;
}

static void describe_access(const LaunchRecord *record, Text *out)
{
    const Fault *fault = &record->fault;
    bool is_atomic = record->program != NULL && record->program->code[fault->pc].kind == MICRO_ATOM;
    text_printf(out, ": %s of %u bytes at %s address 0x%llx",
                is_atomic         ? "atomic operation"
                : fault->is_store ? "store"
                                  : "load",
                fault->width_bytes, space_names[fault->space], (unsigned long long)fault->address);
}

static void describe_where(const LaunchRecord *record, Text *out)
{
    const Fault *fault = &record->fault;
    text_printf(out, "block (%u,%u,%u), thread (%u,%u,%u)", fault->block[0], fault->block[1],
                fault->block[2], fault->thread[0], fault->thread[1], fault->thread[2]);
    uint32_t lanes = (uint32_t)__builtin_popcount(fault->lanes);
    if (lanes > 1) {
        text_printf(out, " and %u more of its warp", lanes - 1);
    }
    const MachineProgram *program = record->program;
    if (program != NULL && fault->pc < program->code_count) {
        text_printf(out, "; PTX line %u", program->code[fault->pc].ptx_line);
    }
}

void fault_describe(const LaunchRecord *record, Diagnostics *diagnostics)
{
    const Fault *fault = &record->fault;
    const char *source = NULL;
    SourcePosition position = fault_position(record->program, fault->pc, &source);
    Text text = {0};
    text_put(&text, "kernel '");
    demangle(record->kernel, DEMANGLE_SHORT, &text);
    text_printf(&text, "' stopped, %s", fault_name(fault->kind));
    if (is_memory_fault(fault->kind)) {
        describe_access(record, &text);
    }
    if (fault->detail[0] != '\0') {
        text_printf(&text, ": %s", fault->detail);
    }
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, position, source, "%s", text_string(&text));
    text_destroy(&text);
    describe_where(record, &text);
    diagnostics_add(diagnostics, DIAGNOSTIC_NOTE, position, source, "%s", text_string(&text));
    text_destroy(&text);
}
