// SPDX-License-Identifier: Apache-2.0
// Says why a kernel stopped: what it did, at which address, which thread of which block.
#include "sim/report/number.h"
#include "sim/report/report.h"

#include <inttypes.h>

typedef struct FaultText {
    const char *name;   // "out-of-bounds"
    const char *phrase; // follows "global load of 4 bytes at 0x... "; or a sentence of its own
    bool has_access;
} FaultText;

static FaultText fault_text(FaultKind kind)
{
    switch (kind) {
    case FAULT_NONE: break;
    case FAULT_OUT_OF_BOUNDS: return (FaultText){"out-of-bounds", "is out of bounds", true};
    case FAULT_NULL: return (FaultText){"null-pointer", "goes through a null pointer", true};
    case FAULT_MISALIGNED: return (FaultText){"misaligned", "is misaligned", true};
    case FAULT_READ_ONLY: return (FaultText){"read-only", "writes constant memory", true};
    case FAULT_BARRIER_DIVERGED:
        return (FaultText){"divergent-barrier", "barrier that not all threads reach", false};
    case FAULT_DEADLOCK: return (FaultText){"deadlock", "deadlock", false};
    case FAULT_LIVELOCK: return (FaultText){"livelock", "endless loop: all threads spin", false};
    case FAULT_TRAP: return (FaultText){"trap", "the kernel trapped", false};
    case FAULT_ASSERT: return (FaultText){"assert", "assertion failed", false};
    case FAULT_LIMIT: return (FaultText){"limit", "instruction limit reached", false};
    case FAULT_STACK: return (FaultText){"stack", "out of local memory", false};
    case FAULT_BAD_CALL:
        return (FaultText){"bad-call", "indirect call or branch to what is no target", false};
    case FAULT_UNSUPPORTED: return (FaultText){"unsupported", "not supported", false};
    }
    return (FaultText){"fault", "stopped", false};
}

static const char *space_name(PtxSpace space)
{
    switch (space) {
    case PTX_SPACE_SHARED: return "shared ";
    case PTX_SPACE_CLUSTER: return "cluster shared ";
    case PTX_SPACE_LOCAL: return "local ";
    case PTX_SPACE_CONST: return "constant ";
    case PTX_SPACE_PARAM: return "parameter ";
    case PTX_SPACE_GLOBAL: return "global ";
    default: return "";
    }
}

void report_add_fault(ReportLaunch *launch, Arena *arena)
{
    const LaunchRecord *record = launch->record;
    const Fault *fault = &record->fault;
    if (fault->kind == FAULT_NONE) {
        return;
    }
    FaultText text = fault_text(fault->kind);
    const char *what = text.phrase;
    if (text.has_access) {
        what = arena_printf(arena, "%s%s of %" PRIu32 " byte%s at 0x%" PRIx64 " %s",
                            space_name(fault->space), fault->is_store ? "store" : "load",
                            fault->width_bytes, fault->width_bytes == 1 ? "" : "s", fault->address,
                            text.phrase);
    }
    const char *colon = fault->detail[0] == 0 ? "" : ": ";
    launch->fault_name = text.name;
    launch->fault = arena_printf(arena,
                                 "%s%s%.200s; in %s, block (%" PRIu32 ",%" PRIu32 ",%" PRIu32
                                 "), thread (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")",
                                 what, colon, fault->detail, launch->short_name, fault->block[0],
                                 fault->block[1], fault->block[2], fault->thread[0],
                                 fault->thread[1], fault->thread[2]);
    launch->fault_position =
        fault->pc < record->program->code_count
            ? report_position(record->program, &record->program->code[fault->pc])
            : launch->position;
}
