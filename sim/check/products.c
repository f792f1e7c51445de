// SPDX-License-Identifier: Apache-2.0
// Products of warpgroups that may still be under way. Lockstep computes a wgmma when it is issued,
// a GPU at some time before wgmma.wait_group lets its group go on: whoever reads the sums earlier
// reads what is there by then (PTX ISA 9.0, "wgmma.mma_async": undefined). A copy of such a
// register is one too, since compilers move sums about that they never read. Writing one is not
// looked at: the machine's registers are used again where PTX has several.
//
// Also which registers were accessed since the last wgmma.fence: a wgmma must not access these as
// sums, or as fragments of a, unless all that accessed them were sums of wgmmas of its shape (PTX
// ISA 9.0, "wgmma.fence"). Moves are no accesses, for the same reason; nor are loads of local
// memory, by which registers come back that were spilled.
#include "sim/check/registers.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

typedef struct RowUse {
    uint32_t group;   // of the product that writes it, plus 1; 0: none
    uint32_t fences;  // as many as there were; what follows is of the time since the last one
    uint32_t shape;   // of the product whose sum it is; 0: none
    bool is_computed; // by another instruction
    bool is_read;     // by another instruction, since it was written
} RowUse;

struct WarpProducts {
    RowUse *use; // of each row
    uint32_t room;
    uint32_t open;   // groups that were committed
    uint32_t marked; // 0: no row has a group
    uint32_t fences;
    uint32_t shape, line; // of the product that began last, and its line of PTX
};

// What is known of a row; nothing of its accesses if there was a fence since then.
static RowUse *use_of(WarpProducts *products, const Warp *warp, Row row)
{
    if (products->room < warp->row_room) {
        RowUse *use = heap_allocate(warp->row_room, sizeof *use);
        if (products->room > 0) {
            memcpy(use, products->use, products->room * sizeof *use);
        }
        free(products->use);
        products->use = use;
        products->room = warp->row_room;
    }
    RowUse *use = &products->use[registers_index(warp, row)];
    if (use->fences != products->fences) {
        *use = (RowUse){.group = use->group, .fences = products->fences};
    }
    return use;
}

static WarpProducts *products_of(WarpCheck *check)
{
    if (check->products == NULL) {
        check->products = heap_allocate(1, sizeof *check->products);
    }
    return check->products;
}

void products_free(WarpCheck *check)
{
    if (check->products != NULL) {
        free(check->products->use);
        free(check->products);
    }
}

static bool is_product(const MachineProgram *program, const Micro *micro)
{
    return (micro->kind == MICRO_MATRIX_MULTIPLY || micro->kind == MICRO_SPARSE_MULTIPLY) &&
           tile_is_group(&program->tiles[micro->function].tile);
}

// The checker is told of the warp's arithmetic from its first product or fence on.
static void follow(BlockContext *context, const Warp *warp)
{
    context->checker.followed |= 1u << warp->index;
}

// The sums of all groups are there but those of the newest `pending`.
static void wait_for(WarpProducts *products, uint32_t pending)
{
    products->marked = 0;
    for (uint32_t i = 0; i < products->room; i++) {
        uint32_t *group = &products->use[i].group;
        *group = *group == 0 || *group + pending <= products->open ? 0 : *group;
        products->marked += *group != 0;
    }
}

static bool is_move(const Micro *micro)
{
    return micro->kind == MICRO_LANE && (micro->issues == 0 || micro->function == LANE_MOV_32);
}

// What a product reads of matrices, and what the compiler has put into local memory.
static bool is_fetch(const Micro *micro)
{
    return micro->kind == MICRO_GROUP_FETCH ||
           (micro->kind == MICRO_LOAD && micro->space == PTX_SPACE_LOCAL);
}

static bool is_register(const MicroOperand *operand)
{
    return operand->type != LANE_TYPE_P && registers_has(operand->row);
}

// --- fences

// The shape of the whole instruction; 0: its first part has not been seen.
static uint32_t instruction_shape(WarpProducts *products, const Micro *micro, const TilePart *part)
{
    enum { COLUMNS = 8 };
    if (part->count > 0) {
        products->shape = (uint32_t)part->count * COLUMNS << 8 | part->tile.k;
        products->line = micro->ptx_line;
    }
    return products->line == micro->ptx_line ? products->shape : 0;
}

static bool needs_fence(WarpProducts *products, const Warp *warp, Row row, bool is_sum,
                        uint32_t shape)
{
    if (!registers_has(row)) {
        return false;
    }
    const RowUse *use = use_of(products, warp, row);
    bool is_other = use->shape != 0 && shape != 0 && (!is_sum || use->shape != shape);
    return use->is_computed || (is_sum && use->is_read) || is_other;
}

// Whether one of the product's sums or fragments was accessed since the last fence.
static bool lacks_fence(WarpProducts *products, const Warp *warp, const Micro *micro,
                        const TilePart *part, uint32_t shape)
{
    const Row a[] = {micro->a, micro->b, micro->c, micro->e};
    uint32_t fragments = part->reads_a ? 0 : part->tile.is_sparse ? 2 : 4; // sparse: pairs
    bool lacks = false;
    for (uint32_t i = 0; i < 4; i++) {
        lacks |= needs_fence(products, warp, micro->addend[i], true, shape);
        lacks |= i < fragments && needs_fence(products, warp, a[i], false, shape);
    }
    return lacks;
}

static void check_fence(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const MachineProgram *program = context->unit->launch->program;
    const Micro *micro = &program->code[pc];
    const TilePart *part = &program->tiles[micro->function];
    WarpProducts *products = registers_of(context, warp)->products;
    uint32_t shape = instruction_shape(products, micro, part);
    bool is_first = products->fences == 0;
    if (is_first || lacks_fence(products, warp, micro, part, shape)) {
        report_at(context, CHECK_PRODUCT_FENCE, warp, pc, on,
                  is_first ? "no fence comes before the first wgmma" : "");
        products->fences++; // once is enough
    }
    for (uint32_t i = 0; i < 4; i++) {
        if (registers_has(micro->data[i])) {
            RowUse *use = use_of(products, warp, micro->data[i]);
            *use = (RowUse){.group = use->group, .fences = use->fences, .shape = shape};
        }
    }
}

// What another instruction than a product does to registers.
static void note_accesses(WarpProducts *products, const Warp *warp, const Micro *micro,
                          const MicroOperand *operands, uint32_t count)
{
    bool moves = is_move(micro), is_computed = !moves && !is_fetch(micro);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_register(&operands[i])) {
            continue;
        }
        RowUse *use = use_of(products, warp, operands[i].row);
        if (operands[i].is_result) {
            *use = (RowUse){.group = use->group, .fences = use->fences, .is_computed = is_computed};
        } else {
            is_computed |= moves && use->is_computed;
            use->is_read |= !moves && !is_fetch(micro);
        }
    }
}

// --- every micro-op

// What the micro-op reads and writes of registers, while products are under way.
static void use(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const MachineProgram *program = context->unit->launch->program;
    const Micro *micro = &program->code[pc];
    WarpProducts *products = registers_of(context, warp)->products;
    MicroOperand operands[MICRO_OPERANDS_MAX];
    uint32_t count = micro_operands(micro, operands), newest = 0;
    bool is_sum = is_product(program, micro);
    if (!is_sum) {
        note_accesses(products, warp, micro, operands, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (is_register(&operands[i]) && !operands[i].is_result) {
            uint32_t group = use_of(products, warp, operands[i].row)->group;
            newest = group > newest ? group : newest;
        }
    }
    if (newest != 0 && !is_sum && !is_move(micro)) {
        report_at(context, CHECK_PRODUCT_READ, warp, pc, on, "");
        for (uint32_t i = 0; i < products->room; i++) { // once is enough
            products->use[i].group = 0;
        }
        newest = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (operands[i].is_result && is_register(&operands[i])) {
            use_of(products, warp, operands[i].row)->group = is_sum ? products->open + 1 : newest;
        }
    }
}

void products_before(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const MachineProgram *program = context->unit->launch->program;
    const Micro *micro = &program->code[pc];
    WarpCheck *check = registers_of(context, warp);
    if (on == 0 || !checks(context->unit, CHECKER_RACE)) {
        return;
    }
    if (micro->kind == MICRO_PRODUCT_GROUP) {
        products_of(check)->open += micro->function == PTX_DOT_COMMIT_GROUP;
        check->products->fences += micro->function == PTX_DOT_FENCE;
        follow(context, warp);
        return;
    }
    if (is_product(program, micro)) {
        products_of(check)->marked = 1;
        follow(context, warp);
        check_fence(context, warp, pc, on);
    }
    if (micro->kind == MICRO_BARRIER && micro->combine == PTX_DOT_WAIT_GROUP) {
        wait_for(products_of(check), micro->target);
        follow(context, warp);
    } else if (check->products != NULL) {
        use(context, warp, pc, on);
    }
}
