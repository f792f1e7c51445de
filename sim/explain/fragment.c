// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/fragment.h"

#include "sim/memory/swizzle.h"
#include "sim/warp/tensor_memory.h"

#include <stdio.h>

#define WARP_LANES 32u
#define CORE_LINES 8u // of a matrix that ldmatrix moves, or of a core matrix
#define CORE_BYTES 16u
#define BANKS      32u
#define WORD_BYTES 4u

static bool is_product(const Micro *micro)
{
    return micro->kind == MICRO_MATRIX_MULTIPLY || micro->kind == MICRO_SPARSE_MULTIPLY ||
           micro->kind == MICRO_SCALED_MULTIPLY;
}

// The part with the facts of the whole wgmma: the first product of its line.
static const TilePart *first_part(const MachineProgram *program, const Micro *micro)
{
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *other = &program->code[pc];
        const TilePart *part = &program->tiles[other->function];
        if (is_product(other) && other->ptx_line == micro->ptx_line && part->count > 0) {
            return part;
        }
    }
    return &program->tiles[micro->function];
}

static void add_matrix(Fragment *fragment, TileMatrix which, const char *name)
{
    const MatrixTile *tile = fragment->tile;
    FragmentMatrix *matrix = &fragment->matrices[fragment->count++];
    uint32_t quads = tile_is_quad(tile) ? 4 : 1; // side by side
    *matrix = (FragmentMatrix){
        .type = (PtxType)tile->type[which],
        .rows = which == TILE_B ? tile->k : tile->m,
        .columns = (uint16_t)(quads * (which == TILE_A ? tile_depth(tile) : tile->n)),
        .bits = (uint8_t)tile_bits(tile, which),
        .registers = (uint16_t)tile_registers(tile, which),
        .elements = (uint16_t)tile_elements(tile, which)};
    snprintf(matrix->name, sizeof matrix->name, "%s", name);
    if (which == TILE_D || which == TILE_B) {
        matrix->columns = (uint16_t)(matrix->columns * fragment->parts);
        matrix->registers = (uint16_t)(matrix->registers * fragment->parts);
        matrix->elements = (uint16_t)(matrix->elements * fragment->parts);
    }
}

static void set_product(Fragment *fragment, const MachineProgram *program)
{
    const TilePart *part = first_part(program, fragment->micro);
    bool is_group = part->tile.operation == TILE_MULTIPLY_GROUP;
    fragment->tile = &part->tile;
    fragment->parts = is_group && part->count > 0 ? part->count : 1;
    add_matrix(fragment, TILE_A, "A");
    add_matrix(fragment, TILE_B, "B");
    add_matrix(fragment, TILE_D, part->tile.type[TILE_C] == part->tile.type[TILE_D] ? "C, D" : "D");
    fragment->matrices[0].registers =
        is_group && part->reads_a ? 0 : fragment->matrices[0].registers;
    fragment->matrices[1].registers = is_group ? 0 : fragment->matrices[1].registers;
}

// Registers of a matrix that is moved: a 16x16 one of bytes has two, others one.
static uint32_t moved_registers(const Micro *micro)
{
    return micro->combine == PTX_DOT_M16N16 ? 2 : 1;
}

static void set_moved(Fragment *fragment, uint32_t registers)
{
    const Micro *micro = fragment->micro;
    uint32_t each = moved_registers(micro), bytes = micro->combine == 0 ? 2 : 1;
    uint32_t count = registers / each;
    fragment->parts = 1;
    fragment->count = count < FRAGMENT_MATRICES ? count : FRAGMENT_MATRICES;
    for (uint32_t i = 0; i < fragment->count; i++) {
        FragmentMatrix *matrix = &fragment->matrices[i];
        *matrix = (FragmentMatrix){.type = bytes == 2 ? PTX_TYPE_B16 : PTX_TYPE_B8,
                                   .rows = (uint16_t)(CORE_LINES * each),
                                   .columns = (uint16_t)(CORE_BYTES / bytes),
                                   .bits = (uint8_t)(8 * bytes),
                                   .registers = (uint16_t)each,
                                   .elements = (uint16_t)(WORD_BYTES / bytes * each)};
        snprintf(matrix->name, sizeof matrix->name, "%u", i);
    }
}

static bool is_of_tensor_memory(const Micro *micro)
{
    return micro->kind == MICRO_TENSOR_LOAD || micro->kind == MICRO_TENSOR_STORE;
}

static TensorShape tensor_shape(const Micro *micro)
{
    return (TensorShape)(micro->target >> TENSOR_SHAPE_SHIFT & 0xff);
}

// Registers of each lane of the instruction that the micro-op begins.
static uint32_t tensor_registers(const MachineProgram *program, uint32_t pc)
{
    const Micro *micro = &program->code[pc];
    uint32_t count = micro->vector;
    while (pc + 1 < program->code_count && program->code[pc + 1].kind == micro->kind &&
           (program->code[pc + 1].target & TENSOR_FIRST_MASK) == count) {
        count += program->code[++pc].vector;
    }
    return count;
}

// Its rows are lanes of tensor memory from the address's on. The second half of 16x32bx2 follows
// the first one here, however far away it is.
static void set_tensor_memory(Fragment *fragment, const MachineProgram *program, uint32_t pc)
{
    while (pc > 0 && (program->code[pc].target & TENSOR_FIRST_MASK) != 0) {
        pc--;
    }
    fragment->micro = &program->code[pc];
    fragment->parts = fragment->count = 1;
    TensorShape shape = tensor_shape(fragment->micro);
    uint32_t registers = tensor_registers(program, pc);
    uint32_t width = (fragment->micro->target & TENSOR_PACKED) != 0 ? 2 : 1; // columns of one
    bool is_whole = shape == TENSOR_32X32B;
    fragment->matrices[0] =
        (FragmentMatrix){.name = "memory",
                         .type = width == 2 ? PTX_TYPE_B16 : PTX_TYPE_B32,
                         .rows = (uint16_t)(is_whole ? WARP_LANES : WARP_LANES / 2),
                         .columns = (uint16_t)(registers * width * (is_whole ? 1 : 2)),
                         .bits = (uint8_t)(32 / width),
                         .registers = (uint16_t)registers,
                         .elements = (uint16_t)(registers * width)};
}

bool fragment_of(const MachineProgram *program, uint32_t pc, Fragment *fragment)
{
    const Micro *micro = &program->code[pc];
    *fragment = (Fragment){.micro = micro};
    if (is_of_tensor_memory(micro)) {
        set_tensor_memory(fragment, program, pc);
        return true;
    }
    if (is_product(micro) || micro->kind == MICRO_GROUP_FETCH) {
        set_product(fragment, program);
    } else if (micro->kind == MICRO_MATRIX_LOAD || micro->kind == MICRO_MATRIX_STORE) {
        set_moved(fragment, micro->vector);
    } else if (micro->kind == MICRO_MATRIX_TRANSPOSE) {
        set_moved(fragment, 1);
    } else {
        return false;
    }
    return true;
}

static bool is_same(const Fragment *a, const Fragment *b)
{
    bool is_moved = a->tile == NULL && b->tile == NULL;
    bool has_same_lanes = a->matrices[0].registers == b->matrices[0].registers &&
                          (!is_of_tensor_memory(a->micro) || a->micro->target == b->micro->target);
    bool has_same_way = a->micro->kind == b->micro->kind &&
                        a->micro->function == b->micro->function &&
                        a->micro->combine == b->micro->combine;
    return a->tile == b->tile && a->parts == b->parts && a->count == b->count &&
           (!is_moved || (has_same_way && has_same_lanes));
}

bool fragment_of_line(const MachineProgram *program, uint32_t pc, const ExplainWish *wish,
                      Fragment *fragment)
{
    if (!explain_is_on_line(program, &program->code[pc], wish) ||
        !fragment_of(program, pc, fragment)) {
        return false;
    }
    Fragment earlier;
    for (uint32_t i = 0; i < pc; i++) {
        if (explain_is_on_line(program, &program->code[i], wish) &&
            fragment_of(program, i, &earlier) && is_same(&earlier, fragment)) {
            return false;
        }
    }
    return true;
}

static bool is_transposed(const Micro *micro)
{
    return micro->function == PTX_DOT_TRANS || micro->kind == MICRO_MATRIX_TRANSPOSE;
}

FragmentPlace fragment_place(const Fragment *fragment, uint32_t matrix, uint32_t lane,
                             uint32_t element)
{
    const FragmentMatrix *it = &fragment->matrices[matrix];
    uint32_t packed = it->bits < 32 ? 32u / it->bits : 1;
    FragmentPlace place = {.reg = element / packed, .bit = element % packed * it->bits};
    if (is_of_tensor_memory(fragment->micro)) {
        TensorPlace held = tensor_place(tensor_shape(fragment->micro), lane, place.reg);
        uint32_t half = held.is_far ? it->registers : 0;
        place.row = held.lane;
        place.column = (held.column + half) * packed + element % packed;
        return place;
    }
    if (fragment->tile == NULL) {
        TilePlace moved =
            tile_moved_place((PtxSuffix)fragment->micro->combine, is_transposed(fragment->micro),
                             lane, place.reg, element % packed);
        place.row = moved.row;
        place.column = moved.column;
        return place;
    }
    TileMatrix which = matrix == 0 ? TILE_A : matrix == 1 ? TILE_B : TILE_D;
    uint32_t each = it->elements / (which == TILE_A ? 1 : fragment->parts);
    uint32_t part = element / each;
    TilePlace in_tile = tile_place(fragment->tile, which, lane, element % each);
    uint32_t columns = which == TILE_A ? tile_depth(fragment->tile) : fragment->tile->n;
    place.row = in_tile.row;
    place.column = in_tile.column + (in_tile.matrix + part) * columns;
    return place;
}

static void put_tensor_name(const Fragment *fragment, Text *out)
{
    static const char *const shapes[TENSOR_SHAPE_COUNT] = {[TENSOR_32X32B] = "32x32b",
                                                           [TENSOR_16X64B] = "16x64b",
                                                           [TENSOR_16X128B] = "16x128b",
                                                           [TENSOR_16X256B] = "16x256b",
                                                           [TENSOR_16X32BX2] = "16x32bx2"};
    const Micro *micro = fragment->micro;
    TensorShape shape = tensor_shape(micro);
    bool is_load = micro->kind == MICRO_TENSOR_LOAD;
    uint32_t each = shape == TENSOR_16X256B ? 4 : shape == TENSOR_16X128B ? 2 : 1;
    text_printf(out, "tcgen05.%s %s x%u%s", is_load ? "ld" : "st", shapes[shape],
                fragment->matrices[0].registers / each,
                (micro->target & TENSOR_PACKED) == 0 ? ""
                : is_load                            ? " packed"
                                                     : " unpacked");
}

void fragment_name(const Fragment *fragment, Text *out)
{
    const Micro *micro = fragment->micro;
    if (fragment->tile != NULL) {
        bool is_group = fragment->tile->operation == TILE_MULTIPLY_GROUP;
        text_printf(out, "%s%s m%un%uk%u", is_group ? "wgmma" : "mma",
                    fragment->tile->is_sparse ? ".sp" : "", is_group ? 64 : fragment->tile->m,
                    fragment->tile->n * fragment->parts, fragment->tile->k);
        return;
    }
    if (is_of_tensor_memory(micro)) {
        put_tensor_name(fragment, out);
        return;
    }
    const char *name = micro->kind == MICRO_MATRIX_LOAD    ? "ldmatrix"
                       : micro->kind == MICRO_MATRIX_STORE ? "stmatrix"
                                                           : "movmatrix";
    const char *shape = micro->combine == 0 ? "" : ptx_suffix_name((PtxSuffix)micro->combine);
    text_printf(out, "%s%s%s x%u%s", name, *shape == 0 ? "" : " ", *shape == 0 ? "" : shape + 1,
                fragment->count, is_transposed(micro) ? " transposed" : "");
}

// --- rows in shared memory

uint32_t swizzle_mode_bytes(uint32_t mode)
{
    return 16u << mode;
}

static uint32_t mode_of(const StepTile *tile)
{
    uint32_t mode = 0;
    while (mode + 1 < SWIZZLE_MODES && swizzle_mode_bytes(mode) < tile->span_bytes) {
        mode++;
    }
    return mode;
}

bool fragment_rows(const Access *access, const StepTile *tile, FragmentRows *rows)
{
    if (access->space != ACCESS_SHARED || access->matrices == 0) {
        return false;
    }
    *rows = (FragmentRows){.count = access->matrices * CORE_LINES, .own = mode_of(tile)};
    for (uint32_t mode = 0; mode < SWIZZLE_MODES; mode++) {
        uint32_t address[WARP_LANES] = {0};
        for (uint32_t i = 0; i < rows->count; i++) {
            uint32_t plain = swizzled((uint32_t)access->address[i], swizzle_mode_bytes(rows->own));
            address[i] = swizzled(plain, swizzle_mode_bytes(mode));
            rows->bank[mode][i] = (uint8_t)(address[i] / WORD_BYTES % BANKS);
        }
        rows->passes[mode] = shared_cost_matrix(address, access->matrices).wavefronts;
    }
    return true;
}

bool fragment_descriptor_rows(const LaunchRecord *record, uint32_t ptx_line, TileMatrix matrix,
                              FragmentRows *rows)
{
    const Recording *recording = record->recording;
    PtxSuffix wanted = matrix == TILE_A ? PTX_DOT_A : PTX_DOT_B;
    for (uint32_t i = 0; recording != NULL && i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        const Micro *micro = &record->program->code[step->pc];
        Access parts[ACCESS_PARTS_MAX];
        if (micro->kind != MICRO_GROUP_FETCH || micro->ptx_line != ptx_line ||
            micro->combine != wanted || step->access == RECORDED_NONE) {
            continue;
        }
        const StepAccess *access = &recording->accesses[step->access].access;
        return access_of_step(micro, access, parts) > 0 &&
               fragment_rows(&parts[0], &access->tile, rows);
    }
    return false;
}
