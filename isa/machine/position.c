// SPDX-License-Identifier: Apache-2.0
#include "isa/machine/position.h"

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

// A place in the CUDA source; its file is NULL if there is none.
static SourcePosition source_position(const MachineProgram *program, uint32_t pc)
{
    const PtxModule *module = program->module;
    uint32_t index = pc < program->code_count ? program->code[pc].location : 0;
    if (module == NULL || index == 0 || index >= module->location_count) {
        return (SourcePosition){0};
    }
    const PtxLocation *location = user_location(module, index);
    return (SourcePosition){ptx_file_name(module, location->file), location->line,
                            location->column};
}

SourcePosition micro_position(const MachineProgram *program, uint32_t pc)
{
    SourcePosition position = source_position(program, pc);
    if (position.file == NULL && pc < program->code_count) {
        const PtxModule *module = program->module;
        position =
            (SourcePosition){module == NULL ? NULL : module->file, program->code[pc].ptx_line, 0};
    }
    return position;
}

bool micro_has_source(const MachineProgram *program, uint32_t pc)
{
    return source_position(program, pc).file != NULL;
}
