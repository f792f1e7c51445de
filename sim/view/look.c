// SPDX-License-Identifier: Apache-2.0
// How a launch looks: of several launches of a kernel those that look alike need only be shown
// once.
#include "sim/view/view.h"

#include "sim/explain/access.h"

// FNV-1a, a number at a time.
static uint64_t mix(uint64_t hash, uint64_t value)
{
    for (uint32_t i = 0; i < 8; i++) {
        hash = (hash ^ (value >> 8 * i & 0xff)) * 0x100000001b3u;
    }
    return hash;
}

// An access moved as a whole looks the same as long as it costs the same.
static uint64_t mix_access(uint64_t hash, const Access *access, const Gpu *gpu)
{
    uint64_t first = 0;
    bool has_first = false;
    hash = mix(mix(hash, access->space), access->lanes);
    for (uint32_t lane = 0; lane < LANE_COUNT && access->space != ACCESS_TEXTURE; lane++) {
        if ((access->lanes >> lane & 1) != 0) {
            first = has_first ? first : access->address[lane];
            has_first = true;
            hash = mix(hash, access->address[lane] - first);
        }
    }
    return access->space == ACCESS_TEXTURE ? hash : mix(hash, access_cost(access, gpu).count);
}

uint64_t view_look(const ViewLaunch *launch, const Gpu *gpu)
{
    const Recording *recording = launch->recording;
    const LaunchRecord *record = launch->report->record;
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint32_t axis = 0; axis < 3; axis++) {
        hash = mix(mix(hash, record->grid[axis]), record->block[axis]);
    }
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        hash = mix(mix(mix(hash, step->warp), step->pc), step->on);
        if (step->access != RECORDED_NONE) {
            Access parts[ACCESS_PARTS_MAX];
            uint32_t count = access_of_step(&record->program->code[step->pc],
                                            &recording->accesses[step->access].access, parts);
            for (uint32_t part = 0; part < count; part++) {
                hash = mix_access(hash, &parts[part], gpu);
            }
        }
    }
    return hash;
}
