// SPDX-License-Identifier: Apache-2.0
// The streaming multiprocessor: how much it has of what, and how much a block takes.
#include "sim/view/data.h"

void resident_print_gpu(const Gpu *gpu, Json *json)
{
    json_key(json, "gpu");
    json_open(json, '{');
    json_text(json, "name", gpu->name);
    json_text(json, "title", gpu->title);
    json_number(json, "capability", gpu->compute_capability);
    json_number(json, "sms", gpu->sm_count);
    json_number(json, "warps", gpu->warps_per_sm);
    json_number(json, "blocks", gpu->blocks_per_sm);
    json_number(json, "registers", gpu->registers_per_sm);
    json_number(json, "shared_bytes", gpu->shared_bytes_per_sm);
    json_number(json, "l1_shared_bytes", gpu->l1_shared_bytes);
    json_close(json, '}');
}

static void put_limit(Json *json, const char *name, uint32_t blocks)
{
    json_number(json, name, blocks == UINT32_MAX ? -1 : (double)blocks);
}

// Static shared variables in the order of their addresses: [name, offset, bytes].
static void put_variables(const MachineProgram *program, Json *json)
{
    json_key(json, "variables");
    json_open(json, '[');
    for (uint32_t i = 0; i < program->shared_count; i++) {
        uint32_t next =
            i + 1 < program->shared_count ? program->shared_offset[i + 1] : program->shared_bytes;
        json_separate(json);
        json_open(json, '{');
        json_text(json, "name", program->shared[i]->name);
        json_number(json, "offset", program->shared_offset[i]);
        json_number(json, "bytes", next - program->shared_offset[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void resident_print(const ReportLaunch *launch, Json *json)
{
    const LaunchRecord *record = launch->record;
    const Occupancy *occupancy = &record->occupancy;
    json_key(json, "sm");
    json_open(json, '{');
    json_number(json, "blocks", occupancy->blocks_per_sm);
    json_number(json, "warps", occupancy->warps_per_sm);
    json_number(json, "fraction", occupancy->fraction);
    put_limit(json, "limit_warps", occupancy->limit_warps);
    put_limit(json, "limit_blocks", occupancy->limit_blocks);
    put_limit(json, "limit_shared", occupancy->limit_shared);
    put_limit(json, "limit_registers", occupancy->limit_registers);
    json_text(json, "limiter", launch->limiter);
    json_number(json, "registers_per_thread", record->program->registers_per_thread);
    json_number(json, "registers_per_block", occupancy->registers_per_block);
    json_number(json, "shared_per_block", occupancy->shared_per_block);
    json_number(json, "shared_static", record->static_shared_bytes);
    json_number(json, "shared_dynamic", record->dynamic_shared_bytes);
    put_variables(record->program, json);
    json_close(json, '}');
}

// What the picture of latency hiding draws.
static void put_run(uint32_t blocks, const CounterSet *counters, Json *json)
{
    static const CounterId shown[] = {
        COUNTER_warps_active, COUNTER_ipc,         COUNTER_issue_slots_used,
        COUNTER_dram_rate,    COUNTER_duration_us,
#define STALL(id, name, ncu, doc) COUNTER_stall_##name,
#include "sim/observe/stall.def"
#undef STALL
    };
    json_separate(json);
    json_open(json, '{');
    json_number(json, "blocks", blocks);
    for (uint32_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        if (counters->is_known[shown[i]]) {
            json_number(json, counter_info[shown[i]].id, counters->value[shown[i]]);
        }
    }
    json_close(json, '}');
}

void resident_print_runs(const View *view, const ReportLaunch *launch, Json *json)
{
    uint32_t own = launch->record->occupancy.blocks_per_sm;
    json_key(json, "runs");
    if (view->run_count == 0 || launch->record->time == NULL) {
        text_put(json->out, "null");
        return;
    }
    json_open(json, '[');
    for (uint32_t i = 0; i < view->run_count && view->runs[i].blocks < own; i++) {
        const BaselineGpu *report = view->runs[i].report;
        for (uint32_t k = 0; k < report->import.count; k++) {
            if (report->launches[k].id == launch->record->id) {
                put_run(view->runs[i].blocks, &report->launches[k].counters, json);
            }
        }
    }
    put_run(own, &launch->counters, json);
    json_close(json, ']');
}
