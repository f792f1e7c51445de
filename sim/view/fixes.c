// SPDX-License-Identifier: Apache-2.0
// What would become of an access if its array were laid out or indexed another way: recomputed by
// sim/explain under the rule of the GPU that ran it, for accesses that cost more than they must.
#include "sim/view/data.h"

#include "sim/explain/explain.h"
#include "sim/explain/fix.h"

#include <inttypes.h>

static AccessArray array_of(ViewData *data, const MachineProgram *program, const Access *access)
{
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if (access->space == ACCESS_SHARED && (access->lanes >> lane & 1) != 0) {
            return explain_shared_array(program, access->address[lane], &data->arena);
        }
    }
    return (AccessArray){0};
}

void fixes_add(ViewData *data, const MachineProgram *program, const Access *access)
{
    const Gpu *gpu = data->view->gpu;
    Text *out = &data->fixes;
    Fixes fixes = {.is_ideal = true};
    if (access->space == ACCESS_SHARED || access->space == ACCESS_GLOBAL) {
        AccessArray array = array_of(data, program, access);
        fixes = access_fixes(access, gpu, &array);
    }
    text_put(out, out->size_bytes > 0 ? ",[" : "[");
    for (uint32_t i = 0; i < fixes.count && !fixes.is_ideal; i++) {
        Json json = {out, i > 0};
        json_separate(&json);
        text_put(out, "[");
        json_string(&json, fix_text(fixes.list[i].kind, access->width_bytes));
        text_printf(out, ",%" PRIu32 "]", fixes.list[i].cost.count);
    }
    text_put(out, "]");
}
