// SPDX-License-Identifier: Apache-2.0
// Products of warpgroups that may still be under way. Lockstep computes a wgmma when it is issued,
// a GPU at some time before wgmma.wait_group lets its group go on: whoever reads the sums earlier
// reads what is there by then (PTX ISA 9.0, "wgmma.mma_async": undefined). A copy of such a
// register is one too, since compilers move sums about that they never read. Writing one is not
// looked at: the machine's registers are used again where PTX has several.
#include "sim/check/registers.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

struct WarpProducts {
    uint32_t *group; // of each row: the group of the product that writes it, plus 1; 0: none
    uint32_t room;
    uint32_t open;   // groups that were committed
    uint32_t marked; // 0: no row has a group
};

static uint32_t *group_of(WarpProducts *products, const Warp *warp, Row row)
{
    if (products->room < warp->row_room) {
        uint32_t *group = heap_allocate(warp->row_room, sizeof *group);
        if (products->room > 0) {
            memcpy(group, products->group, products->room * sizeof *group);
        }
        free(products->group);
        products->group = group;
        products->room = warp->row_room;
    }
    return &products->group[registers_index(warp, row)];
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
        free(check->products->group);
        free(check->products);
    }
}

static bool is_product(const MachineProgram *program, const Micro *micro)
{
    return (micro->kind == MICRO_MATRIX_MULTIPLY || micro->kind == MICRO_SPARSE_MULTIPLY) &&
           tile_is_group(&program->tiles[micro->function].tile);
}

// The checker is told of the warp's arithmetic while products are under way.
static void follow(BlockContext *context, const Warp *warp)
{
    const WarpCheck *check = registers_of(context, warp);
    uint32_t bit = 1u << warp->index;
    bool is_followed = check->is_suspect || check->products->marked != 0;
    context->checker.followed = (context->checker.followed & ~bit) | (is_followed ? bit : 0);
}

// The sums of all groups are there but those of the newest `pending`.
static void wait_for(WarpProducts *products, uint32_t pending)
{
    products->marked = 0;
    for (uint32_t i = 0; i < products->room; i++) {
        uint32_t group = products->group[i];
        products->group[i] = group == 0 || group + pending <= products->open ? 0 : group;
        products->marked += products->group[i] != 0;
    }
}

static bool is_move(const Micro *micro)
{
    return micro->kind == MICRO_LANE && (micro->issues == 0 || micro->function == LANE_MOV_32);
}

// What the micro-op reads and writes of registers, while products are under way.
static void use(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    const MachineProgram *program = context->unit->launch->program;
    const Micro *micro = &program->code[pc];
    WarpProducts *products = registers_of(context, warp)->products;
    MicroOperand operands[MICRO_OPERANDS_MAX];
    uint32_t count = micro_operands(micro, operands), newest = 0;
    bool is_sum = is_product(program, micro);
    for (uint32_t i = 0; i < count; i++) {
        bool is_register = operands[i].type != LANE_TYPE_P && registers_has(operands[i].row);
        if (is_register && !operands[i].is_result) {
            uint32_t group = *group_of(products, warp, operands[i].row);
            newest = group > newest ? group : newest;
        }
    }
    if (newest != 0 && !is_sum && !is_move(micro)) {
        report_at(context, CHECK_PRODUCT_READ, warp, pc, on, "");
        memset(products->group, 0, products->room * sizeof *products->group); // once is enough
        newest = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (operands[i].is_result && operands[i].type != LANE_TYPE_P &&
            registers_has(operands[i].row)) {
            *group_of(products, warp, operands[i].row) = is_sum ? products->open + 1 : newest;
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
        return;
    }
    if (is_product(program, micro)) {
        products_of(check)->marked = 1;
        follow(context, warp);
    }
    if (micro->kind == MICRO_BARRIER && micro->combine == PTX_DOT_WAIT_GROUP) {
        wait_for(products_of(check), micro->target);
        follow(context, warp);
    } else if (check->products != NULL && check->products->marked != 0) {
        use(context, warp, pc, on);
    }
}
