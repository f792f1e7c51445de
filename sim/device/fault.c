// SPDX-License-Identifier: Apache-2.0
#include "sim/device/fault.h"

#include "isa/base/bits.h"
#include "isa/base/demangle.h"
#include "isa/machine/position.h"

#include <stdio.h>

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

static bool is_memory_fault(FaultKind kind)
{
    return kind == FAULT_OUT_OF_BOUNDS || kind == FAULT_NULL || kind == FAULT_MISALIGNED ||
           kind == FAULT_READ_ONLY;
}

static void describe_access(const LaunchRecord *record, Text *out)
{
    const Fault *fault = &record->fault;
    bool is_atomic = record->program != NULL && record->program->code[fault->pc].kind == MICRO_ATOM;
    text_printf(out, ": %s", is_atomic ? "atomic operation" : fault->is_store ? "store" : "load");
    if (fault->width_bytes > 0) { // textures: the texel's are not known
        text_printf(out, " of %u bytes", fault->width_bytes);
    }
    text_printf(out, " at %s address 0x%llx", space_names[fault->space],
                (unsigned long long)fault->address);
}

static void describe_where(const LaunchRecord *record, Text *out)
{
    const Fault *fault = &record->fault;
    text_printf(out, "block " TEXT_INDEX ", thread " TEXT_INDEX, TEXT_XYZ(fault->block),
                TEXT_XYZ(fault->thread));
    uint32_t lanes = bits_count(fault->lanes);
    if (lanes > 1) {
        text_printf(out, " and %u more of its warp", lanes - 1);
    }
    const MachineProgram *program = record->program;
    if (program != NULL && fault->pc < program->code_count) {
        text_printf(out, "; PTX line %u", program->code[fault->pc].ptx_line);
    }
}

static void describe_place(const MachineProgram *program, const FaultPlace *place, Text *out)
{
    uint32_t count = place->last_warp - place->first_warp + 1;
    if (count == 1) {
        text_printf(out, "warp %u", place->first_warp);
    } else {
        text_printf(out, "warps %u to %u", place->first_warp, place->last_warp);
    }
    if (place->lanes != UINT32_MAX) {
        text_printf(out, ", lanes 0x%08x", place->lanes);
    }
    bool waits = place->waits_for[0] != '\0';
    text_printf(out, ": %s%s at %s %u", waits ? "wait" : "spin", count == 1 ? "s" : "",
                micro_has_source(program, place->pc) ? "line" : "PTX line",
                micro_position(program, place->pc).line);
    if (waits) {
        text_printf(out, " for %s", place->waits_for);
    }
}

// Where those threads of a block stand that cannot go on.
static void describe_places(const LaunchRecord *record, Diagnostics *diagnostics)
{
    const Fault *fault = &record->fault;
    Text text = {0};
    for (uint32_t i = 0; i < fault->place_count && record->program != NULL; i++) {
        describe_place(record->program, &fault->places[i], &text);
        diagnostics_add(diagnostics, DIAGNOSTIC_NOTE,
                        micro_position(record->program, fault->places[i].pc), NULL, "%s",
                        text_string(&text));
        text_destroy(&text);
    }
    if (fault->places_left_out > 0) {
        diagnostics_add(diagnostics, DIAGNOSTIC_NOTE, micro_position(record->program, fault->pc),
                        NULL, "%u more groups of threads of the block wait elsewhere",
                        fault->places_left_out);
    }
}

// `verdict` is what the kernel did, `reason` why.
static void describe(const LaunchRecord *record, DiagnosticLevel kind, const char *verdict,
                     const char *reason, Diagnostics *diagnostics)
{
    const Fault *fault = &record->fault;
    SourcePosition position = {0};
    const char *source = NULL; // of the PTX, for the caret
    if (record->program != NULL) {
        position = micro_position(record->program, fault->pc);
        source =
            micro_has_source(record->program, fault->pc) ? NULL : record->program->module->source;
    }
    Text text = {0};
    text_put(&text, "kernel '");
    demangle(record->kernel, DEMANGLE_SHORT, &text);
    text_printf(&text, "' %s, %s", verdict, fault_name(fault->kind));
    if (is_memory_fault(fault->kind)) {
        describe_access(record, &text);
    }
    if (fault->detail[0] != '\0') {
        text_printf(&text, ": %s", fault->detail);
    }
    diagnostics_add(diagnostics, kind, position, source, "%s%s", text_string(&text), reason);
    text_destroy(&text);
    describe_where(record, &text);
    diagnostics_add(diagnostics, DIAGNOSTIC_NOTE, position, source, "%s", text_string(&text));
    text_destroy(&text);
}

void fault_describe(const LaunchRecord *record, Diagnostics *diagnostics)
{
    describe(record, DIAGNOSTIC_ERROR, "stopped", "", diagnostics);
    describe_places(record, diagnostics);
}

void fault_describe_beyond(const LaunchRecord *record, Diagnostics *diagnostics)
{
    LaunchRecord view = *record;
    view.fault = record->beyond;
    describe(&view, DIAGNOSTIC_ERROR, "went on", "; a GPU maps whole pages and does not notice",
             diagnostics);
}

// --- what the host knows of it

// A pointer of the host that was passed to a kernel.
static void tell_host_memory(const LockstepOptions *options, Fault *fault)
{
    if (fault->is_stray && options->is_host_memory != NULL &&
        options->is_host_memory(fault->address)) {
        snprintf(fault->detail, sizeof fault->detail,
                 "this is the host's memory, which kernels cannot reach: pass memory of "
                 "cudaMalloc, filled with cudaMemcpy, or of cudaMallocManaged");
    }
}

// Whether the kernel may synchronize its grid: it reads the address of the grid's barrier.
static bool knows_grid_barrier(const MachineProgram *program)
{
    for (uint32_t i = 0; i < program->constant_count; i++) {
        const MachineConstant *constant = &program->constants[i];
        if (constant->kind == CONSTANT_SPECIAL && constant->special == PTX_SPECIAL_ENVREG1) {
            return true;
        }
    }
    return false;
}

// grid.sync() without a cooperative launch adds to a counter that is not there; under NVIDIA's
// headers it traps.
static void tell_grid_barrier(const Launch *launch, Fault *fault)
{
    const MachineProgram *program = launch->program;
    bool is_null = fault->kind == FAULT_NULL && program->code[fault->pc].kind == MICRO_ATOM;
    if (launch->is_cooperative || !(is_null || fault->kind == FAULT_TRAP) ||
        !knows_grid_barrier(program)) {
        return;
    }
    if (is_null) {
        fault->kind = FAULT_GRID_SYNC;
    }
    snprintf(fault->detail, sizeof fault->detail,
             "%sgrid.sync() needs a cooperative launch (cudaLaunchCooperativeKernel)",
             is_null ? "" : "the kernel executed a trap instruction; if this is grid.sync(): ");
}

void fault_explain(const Launch *launch, const LockstepOptions *options, Fault *fault)
{
    tell_host_memory(options, fault);
    tell_grid_barrier(launch, fault);
}
