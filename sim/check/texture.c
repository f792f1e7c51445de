// SPDX-License-Identifier: Apache-2.0
// Texture fetches and surface accesses. A fetch reads every texel that it blends. Its results are
// uninitialized in a channel that any of these texels lacks; a blend is more than a copy.
#include "sim/check/registers.h"
#include "sim/warp/texture_access.h"

static void use_coordinates(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    const Row rows[] = {micro->b, micro->c, micro->e, micro->d2};
    values_address_in(context, warp, pc, on, LANE_TYPE_U64, micro->a);
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        values_address_in(context, warp, pc, on, LANE_TYPE_U32, rows[i]);
    }
}

// --- fetches

// What a fetch finds out about one lane: bit i of unset[k]: byte i of texel k is not initialized.
typedef struct LaneFetch {
    TexelReads reads;
    uint32_t unset[16];
} LaneFetch;

static void read_texels(LaneAccess *access, LaneFetch fetches[LANE_COUNT], uint32_t texel)
{
    const UnitCheck *unit = access->context->unit;
    access->lanes = 0;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        const TexelReads *reads = &fetches[lane].reads;
        bool is_read = texel < reads->count && reads->address[texel] != 0 &&
                       texture_texel_bytes(reads->texture) == access->width_bytes;
        if (is_read && device_memory_find(unit->launch->memory, reads->address[texel]) != NULL) {
            access->address[lane] = reads->address[texel];
            access->lanes |= 1u << lane;
        }
    }
    if (access->lanes == 0) {
        return;
    }
    access_lanes(access, access->lanes);
    if (checks(unit, CHECKER_RACE)) {
        races_access(access);
    }
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        fetches[lane].unset[texel] = values_unset(access, lane);
    }
}

// Whether result i is not initialized.
static bool is_result_unset(const LaneFetch *fetch, const Micro *micro, uint32_t i)
{
    const Texture *texture = fetch->reads.texture;
    uint32_t channel_bytes = texture_texel_bytes(texture) / texture->channels, bytes;
    uint32_t channels = micro->type == PTX_TYPE_F16X2 ? 2 : 1, all = 0;
    if (fetch->reads.is_gather) {
        return fetch->unset[i] != 0;
    }
    for (uint32_t texel = 0; texel < fetch->reads.count; texel++) {
        all |= fetch->unset[texel];
    }
    bytes = channel_bytes * channels;
    return i * bytes < 32 && (all >> (i * bytes) & ((UINT64_C(1) << bytes) - 1)) != 0;
}

static void set_results(const LaneAccess *access, const LaneFetch fetches[LANE_COUNT])
{
    WarpCheck *check = registers_of(access->context, access->warp);
    const Micro *micro = access->micro;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t unset = 0;
        bool is_blend = false;
        for (uint32_t lane = 0; registers_has(micro->data[i]) && lane < LANE_COUNT; lane++) {
            const LaneFetch *fetch = &fetches[lane];
            bool is_unset = fetch->reads.count > 0 && is_result_unset(fetch, micro, i);
            unset |= (uint32_t)is_unset << lane;
            is_blend |= is_unset && fetch->reads.count > 1 && !fetch->reads.is_gather;
        }
        if (unset != 0) {
            registers_reserve(check, access->warp);
            registers_suspect(access->context, access->warp, true);
            registers_set(check, access->warp, LANE_TYPE_U32, micro->data[i], unset, unset);
            registers_set_origin(check, access->warp, LANE_TYPE_U32, micro->data[i],
                                 values_origin(access, lane_lowest(unset)), is_blend);
        }
    }
}

void texture_fetch(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    LaneFetch fetches[LANE_COUNT] = {0};
    LaneAccess access = {.context = context,
                         .warp = warp,
                         .micro = micro,
                         .pc = pc,
                         .reads = true,
                         .space = PTX_SPACE_GLOBAL};
    uint32_t texels = 0;
    use_coordinates(context, warp, pc, on);
    values_use(context, warp, pc, on); // what is loaded is initialized, but for what follows
    if (texture_is_query(micro->function)) {
        return;
    }
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        TexelReads *reads = &fetches[lane_lowest(rest)].reads;
        texture_lane_reads(context->unit->launch, warp, micro, lane_lowest(rest), reads);
        texels = reads->count > texels ? reads->count : texels;
        access.width_bytes =
            reads->count > 0 ? texture_texel_bytes(reads->texture) : access.width_bytes;
    }
    for (uint32_t texel = 0; texel < texels; texel++) {
        read_texels(&access, fetches, texel);
    }
    if (texels > 0 && checks(context->unit, CHECKER_INIT)) {
        set_results(&access, fetches);
    }
}

// --- surfaces

void texture_surface(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const Micro *micro = &context->unit->launch->program->code[pc];
    MachineSurface kind = surface_kind(micro->target);
    LaneAccess access = {.context = context,
                         .warp = warp,
                         .micro = micro,
                         .pc = pc,
                         .reads = kind != SURFACE_STORE,
                         .writes = kind != SURFACE_LOAD,
                         .is_atomic = kind == SURFACE_REDUCE};
    uint32_t lanes = 0;
    use_coordinates(context, warp, pc, on);
    if (!stores_registers(micro)) {
        values_use(context, warp, pc, on);
    }
    if (kind == SURFACE_QUERY) {
        return;
    }
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint32_t width = 0;
        bool is_there = surface_lane_place(context->unit->launch, warp, micro, lane,
                                           &access.address[lane], &width);
        lanes |= (uint32_t)is_there << lane;
        access.width_bytes = is_there ? width : access.width_bytes;
    }
    unit_access(&access, PTX_SPACE_GLOBAL, lanes);
}
