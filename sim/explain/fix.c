// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/fix.h"

#include "isa/base/bits.h"
#define WARP_LANES    32u
#define ALIGNED_BYTES 128u
// Lanes that are at most this far apart are taken to step through structures, others through rows.
#define STRUCTURE_BYTES_MAX 64u

static const char *const texts[FIX_COUNT] = {
#define FIX(id, text) text,
#include "sim/explain/fix.def"
#undef FIX
};

const char *fix_text(FixKind kind, uint32_t width_bytes)
{
    // Names the size: an access of 16 bytes may be four neighboring loads of floats.
    if (kind == FIX_PAD_1 && width_bytes > 4) {
        return width_bytes == 8 ? "pad the rows by one element of 8 bytes"
                                : "pad the rows by one element of 16 bytes";
    }
    if (kind == FIX_PAD_2 && width_bytes > 4) {
        return width_bytes == 8 ? "pad the rows by two elements of 8 bytes"
                                : "pad the rows by two elements of 16 bytes";
    }
    return texts[kind];
}

typedef struct Fixer {
    const Access *access;
    const Gpu *gpu;
    uint64_t base;
    Fixes *fixes;
} Fixer;

static void add_cost(Fixer *fixer, FixKind kind, AccessCost cost)
{
    Fixes *fixes = fixer->fixes;
    if (fixes->count == FIXES_MAX) {
        return;
    }
    uint32_t least = fixes->best < 0 ? fixes->cost.count : fixes->list[fixes->best].cost.count;
    if (cost.count < least) {
        fixes->best = (int32_t)fixes->count;
    }
    fixes->list[fixes->count++] = (Fix){kind, cost};
}

static void add_fix(Fixer *fixer, FixKind kind, const Access *fixed)
{
    add_cost(fixer, kind, access_cost(fixed, fixer->gpu));
}

// The position of a lane's element if rows of `pitch` bytes start at base.
typedef struct Element {
    uint64_t row, column; // column: bytes from the start of the row
} Element;

static Element element_of(const Fixer *fixer, uint32_t lane)
{
    uint64_t offset = fixer->access->address[lane] - fixer->base;
    uint64_t pitch = fixer->fixes->pitch_bytes;
    return (Element){offset / pitch, offset % pitch};
}

static void pad(Fixer *fixer, FixKind kind, uint32_t pad_bytes)
{
    Access fixed = *fixer->access;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        fixed.address[lane] += element_of(fixer, lane).row * pad_bytes;
    }
    add_fix(fixer, kind, &fixed);
}

// Needs rows of a power of two of elements: the permuted column stays in its row.
static void swizzle(Fixer *fixer)
{
    uint32_t width = fixer->access->width_bytes;
    uint64_t columns = fixer->fixes->pitch_bytes / width;
    if (fixer->fixes->pitch_bytes % width != 0 || columns < 2 || (columns & (columns - 1)) != 0) {
        return;
    }
    Access fixed = *fixer->access;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        Element at = element_of(fixer, lane);
        uint64_t column = (at.column / width) ^ (at.row & (columns - 1));
        fixed.address[lane] = fixer->base + at.row * fixer->fixes->pitch_bytes + column * width;
    }
    add_fix(fixer, FIX_SWIZZLE, &fixed);
}

// Element [row][column] becomes [column][row].
static void swap(Fixer *fixer)
{
    uint32_t width = fixer->access->width_bytes;
    Access fixed = *fixer->access;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        Element at = element_of(fixer, lane);
        fixed.address[lane] =
            fixer->base + at.column / width * fixer->fixes->pitch_bytes + at.row * width;
    }
    add_fix(fixer, FIX_SWAP, &fixed);
}

static void widen(Fixer *fixer)
{
    Access fixed = *fixer->access;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        uint64_t index = (fixed.address[lane] - fixer->base) / fixed.width_bytes;
        fixed.address[lane] = fixer->base + index * 4;
    }
    fixed.width_bytes = 4;
    add_fix(fixer, FIX_WIDEN, &fixed);
}

static void split(Fixer *fixer)
{
    uint32_t parts = fixer->access->width_bytes / 4;
    Access fixed = *fixer->access;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        fixed.address[lane] = fixer->base + (fixed.address[lane] - fixer->base) / parts;
    }
    fixed.width_bytes = 4;
    AccessCost cost = access_cost(&fixed, fixer->gpu);
    cost.count *= parts;
    cost.ideal *= parts;
    cost.bytes_used *= parts;
    add_cost(fixer, FIX_SPLIT, cost);
}

static void copies(Fixer *fixer)
{
    uint32_t width = fixer->access->width_bytes;
    Access fixed = *fixer->access;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        uint64_t index = (fixed.address[lane] - fixer->base) / width;
        fixed.address[lane] = fixer->base + (index * WARP_LANES + lane) * width;
    }
    add_fix(fixer, FIX_COPIES, &fixed);
}

static void combine(Fixer *fixer)
{
    Access fixed = *fixer->access;
    for (uint32_t rest = fixer->access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint32_t before = fixed.lanes & ((UINT32_C(1) << lane) - 1);
        while (before != 0 && fixed.address[bits_lowest(before)] != fixed.address[lane]) {
            before &= before - 1;
        }
        fixed.lanes &= before == 0 ? UINT32_MAX : ~(UINT32_C(1) << lane);
    }
    if (fixed.lanes != fixer->access->lanes) {
        add_fix(fixer, FIX_COMBINE, &fixed);
    }
}

static void fix_shared(Fixer *fixer)
{
    const Access *access = fixer->access;
    Fixes *fixes = fixer->fixes;
    fixes->pitch_bytes =
        access->matrices != 0 ? 0 : pattern_pitch(&fixes->pattern, access->width_bytes);
    if (access->matrices != 0 && fixes->pattern.is_regular) {
        fixes->pitch_bytes =
            (uint64_t)(fixes->pattern.stride < 0 ? -fixes->pattern.stride : fixes->pattern.stride);
    }
    fixes->pad_bytes = access->width_bytes > 4 ? access->width_bytes : 4;
    if (fixes->pitch_bytes > access->width_bytes) {
        pad(fixer, FIX_PAD_1, fixes->pad_bytes);
        pad(fixer, FIX_PAD_2, 2 * fixes->pad_bytes);
        swizzle(fixer);
        if (access->matrices == 0) {
            swap(fixer);
        }
    }
    bool is_side_by_side = fixes->pattern.is_regular && fixes->pattern.run == WARP_LANES &&
                           fixes->pattern.stride == (int64_t)access->width_bytes;
    if (is_side_by_side && access->width_bytes < 4) {
        widen(fixer);
    } else if (is_side_by_side && access->width_bytes > 4) {
        split(fixer);
    }
}

// Neighboring lanes on neighboring elements from an address on.
static void place_side_by_side(Fixer *fixer, FixKind kind, uint64_t start)
{
    Access fixed = *fixer->access;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        fixed.address[lane] = start + (uint64_t)lane * fixed.width_bytes;
    }
    add_fix(fixer, kind, &fixed);
}

static void align(Fixer *fixer)
{
    uint32_t first = bits_lowest(fixer->access->lanes);
    uint64_t start = fixer->access->address[first] - (uint64_t)first * fixer->access->width_bytes;
    if (start % ALIGNED_BYTES != 0) {
        place_side_by_side(fixer, FIX_ALIGN, start - start % ALIGNED_BYTES);
    }
}

static void fix_global(Fixer *fixer)
{
    const Pattern *pattern = &fixer->fixes->pattern;
    uint64_t pitch = pattern_pitch(pattern, fixer->access->width_bytes);
    uint64_t aligned = pattern->lowest - pattern->lowest % ALIGNED_BYTES;
    fixer->fixes->pitch_bytes = pitch;
    if (!pattern->is_regular) {
        return;
    }
    bool is_dense = pattern->stride == (int64_t)fixer->access->width_bytes;
    if (is_dense && pattern->run == WARP_LANES) {
        align(fixer);
    } else if (is_dense) {
        place_side_by_side(fixer, FIX_ONE_ROW, aligned);
    } else if (pattern->stride != 0 && pitch > 0) {
        place_side_by_side(fixer, pitch <= STRUCTURE_BYTES_MAX ? FIX_ARRAYS : FIX_SWAP, aligned);
    } else if (pattern->stride < 0) {
        place_side_by_side(fixer, FIX_ALIGN, aligned);
    }
}

static bool is_atomic(const Access *access)
{
    bool is_shared = access->space == ACCESS_SHARED;
    return is_shared
               ? access->shared_kind >= SHARED_ATOMIC && access->shared_kind != SHARED_INCREMENT
               : access->space == ACCESS_GLOBAL && access->global_kind >= GLOBAL_ATOMIC;
}

// Whether lanes at a regular distance move more bytes than adjacent ones would: if transactions
// have several sizes (cc 1.x) or are lines (2.x), their number may stay the same.
static bool wastes_bytes(const Access *access, const Gpu *gpu, const Fixes *fixes)
{
    const Pattern *pattern = &fixes->pattern;
    if (access->space != ACCESS_GLOBAL || access->global_kind >= GLOBAL_ATOMIC ||
        !pattern->is_regular || pattern_pitch(pattern, access->width_bytes) == 0) {
        return false;
    }
    Access placed = *access;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        placed.address[lane] = (uint64_t)lane * access->width_bytes;
    }
    return access_cost(&placed, gpu).bytes_moved < fixes->cost.bytes_moved;
}

Fixes access_fixes(const Access *access, const Gpu *gpu, const AccessArray *array)
{
    Fixes fixes = {.cost = access_cost(access, gpu), .best = -1};
    fixes.is_ideal = fixes.cost.count <= fixes.cost.ideal;
    if (access->space == ACCESS_TEXTURE || access->lanes == 0) {
        return fixes;
    }
    fixes.pattern = access_pattern(access);
    fixes.is_ideal = fixes.is_ideal && !wastes_bytes(access, gpu, &fixes);
    if (fixes.is_ideal) {
        return fixes;
    }
    uint64_t base = array == NULL || array->base > fixes.pattern.lowest ? 0 : array->base;
    Fixer fixer = {access, gpu, base, &fixes};
    if (is_atomic(access)) {
        combine(&fixer);
        if (access->space == ACCESS_SHARED) {
            copies(&fixer);
        }
    } else if (access->space == ACCESS_SHARED) {
        fix_shared(&fixer);
        if (access->shared_kind == SHARED_INCREMENT) {
            copies(&fixer);
        }
    } else if (access->space == ACCESS_GLOBAL) {
        fix_global(&fixer);
    }
    return fixes;
}
