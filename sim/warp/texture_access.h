// SPDX-License-Identifier: Apache-2.0
// What the handles of texture and surface operations refer to in this launch, the faults of such
// accesses, and for a checker what they will access.
#ifndef LOCKSTEP_WARP_TEXTURE_ACCESS_H
#define LOCKSTEP_WARP_TEXTURE_ACCESS_H

#include "sim/memory/texture_table.h"
#include "sim/warp/memory_access.h"

// A texture or surface with the host memory that holds it.
typedef struct BoundTexture {
    uint64_t handle;
    const Texture *texture; // NULL: nothing looked up yet
    uint8_t *bytes;         // texture_size_bytes of them; NULL for a sampler
} BoundTexture;

// Looks up the handle of one lane, unless `bound` has it already. Faults if nothing of that use has
// this handle, or if its memory is gone.
Outcome texture_bind(Block *block, const Warp *warp, TextureUse use, uint64_t handle, uint32_t lane,
                     BoundTexture *bound);

// Faults when the instruction's geometry (PTX_DOT_1D, ...) is not the texture's shape.
Outcome texture_check_shape(Block *block, const Warp *warp, const Micro *micro, TextureUse use,
                            const BoundTexture *bound, uint32_t lane);

// A fault of one lane's access at texture space address `address`.
Outcome texture_fault(Block *block, const Warp *warp, FaultKind kind, uint32_t lane,
                      uint64_t address, uint32_t width_bytes, bool is_store, const char *detail,
                      ...) TEXT_PRINTF(8, 9);

// txq and suq: d = a property of each lane's texture.
Outcome texture_query(Block *block, Warp *warp, const Micro *micro, uint32_t on, TextureUse use);

// Whether `function` of a texture or surface micro-op is a query, not a geometry.
bool texture_is_query(uint16_t function);

// --- for a checker, before the micro-op is performed

// What the handle of one lane refers to; NULL: the access will fault.
const Texture *texture_of_handle(const Launch *launch, const Micro *micro, TextureUse use,
                                 uint64_t handle);

// The texels that one lane's fetch reads.
typedef struct TexelReads {
    const Texture *texture;
    uint32_t count;       // 0: the fetch will fault
    uint64_t address[16]; // 0: a border, which is not in memory, or a texel of weight 0
    bool is_gather;       // each result comes from a texel of its own; else the texels are blended
} TexelReads;

// micro is not a query.
void texture_lane_reads(const Launch *launch, const Warp *warp, const Micro *micro, uint32_t lane,
                        TexelReads *reads);

// Where one lane's surface access, not a query, is performed, and its bytes; false: nowhere, or it
// will fault.
bool surface_lane_place(const Launch *launch, const Warp *warp, const Micro *micro, uint32_t lane,
                        uint64_t *address, uint32_t *width_bytes);

#endif
