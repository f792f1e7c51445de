// SPDX-License-Identifier: Apache-2.0
// The listing of a program: one micro-op a line with its cost, for people and golden tests.
// Registers are r (32 bits), rd (64 bits, first row), p (predicates); constants are printed by
// value or name.
#include "isa/machine/operand.h"
#include "isa/machine/select.h"
#include "isa/machine/sequence.h"

#include <inttypes.h>
#include <string.h>

static void print_constant(const MachineProgram *program, Row row, Text *out)
{
    const MachineConstant *constant = NULL;
    for (uint32_t i = 0; i < program->constant_count && constant == NULL; i++) {
        if (program->constants[i].row == (row & ~ROW_CONSTANT)) {
            constant = &program->constants[i];
        }
    }
    if (constant == NULL) {
        text_printf(out, "?%u", row);
        return;
    }
    switch (constant->kind) {
    case CONSTANT_LITERAL: text_printf(out, "0x%" PRIx64, constant->bits); break;
    case CONSTANT_PARAMETER:
        text_printf(out, "param[%" PRIu64 ".%s%u]", constant->bits, constant->is_signed ? "s" : "",
                    constant->width_bytes);
        break;
    case CONSTANT_VARIABLE:
        text_printf(out, "&%s+%" PRId64, constant->variable->name, (int64_t)constant->bits);
        break;
    case CONSTANT_FUNCTION:
        text_printf(out, "&%s", program->module->functions[constant->bits]->name);
        break;
    default: text_put(out, ptx_special_name(constant->special)); break;
    }
}

static void print_row(const MachineProgram *program, Row row, LaneType type, Text *out)
{
    if (row == ROW_NONE) {
        text_put(out, "_");
    } else if (row & ROW_CONSTANT) {
        print_constant(program, row, out);
    } else {
        static const char *const prefixes[] = {"r", "rd", "p"};
        text_printf(out, "%s%u", prefixes[lane_class(type)], row);
    }
}

static void print_operand(const MachineProgram *program, const char *name, Row row, Text *out)
{
    if (row != ROW_NONE) {
        text_printf(out, " %s=", name);
        print_row(program, row, LANE_TYPE_U32, out);
    }
}

static void print_lane(const MachineProgram *program, const Micro *micro, Text *out)
{
    bool is_4 = micro->kind == MICRO_LANE4;
    const LaneInfo *info = is_4 ? &lane4_info[micro->function] : &lane_info[micro->function];
    const Row rows[] = {micro->a, micro->b, micro->c, micro->e};
    const LaneType types[] = {info->a, info->b, info->c, info->e};
    static const char *const rounds[] = {"", ".rz", ".rm", ".rp"};
    text_printf(out, "%s%s%s%s ", info->name, rounds[micro->round],
                micro->flags & MICRO_FTZ ? ".ftz" : "", micro->flags & MICRO_SAT ? ".sat" : "");
    print_row(program, micro->d, info->d, out);
    for (int i = 0; i < 4; i++) {
        if (types[i] != LANE_TYPE_NONE) {
            text_put(out, ", ");
            print_row(program, rows[i], types[i], out);
        }
    }
}

static void print_setp(const MachineProgram *program, const Micro *micro, Text *out)
{
    const LaneInfo *info = &lane_info[micro->function];
    text_printf(out, "%s%s%s ", info->name,
                micro->combine != 0 ? ptx_suffix_name((PtxSuffix)micro->combine) : "",
                micro->flags & MICRO_FTZ ? ".ftz" : "");
    print_row(program, micro->d, LANE_TYPE_P, out);
    if (micro->d2 != ROW_NONE) {
        text_put(out, "|");
        print_row(program, micro->d2, LANE_TYPE_P, out);
    }
    text_put(out, ", ");
    print_row(program, micro->a, info->a, out);
    text_put(out, ", ");
    print_row(program, micro->b, info->b, out);
    if (micro->c != ROW_NONE) {
        text_put(out, micro->flags & MICRO_PREDICATE_NEGATED ? ", !" : ", ");
        print_row(program, micro->c, LANE_TYPE_P, out);
    }
}

static const char *space_name(uint32_t space)
{
    static const char *const names[] = {"generic", "global", "shared", "cluster", "local",
                                        "const",   "param",  "reg",    "tex"};
    return names[space];
}

static void print_address(const MachineProgram *program, const Micro *micro, Text *out)
{
    text_put(out, "[");
    if (micro->a != ROW_NONE) {
        print_row(program, micro->a,
                  micro->flags & MICRO_WIDE_ADDRESS ? LANE_TYPE_U64 : LANE_TYPE_U32, out);
    }
    if (micro->a == ROW_NONE || micro->offset != 0) {
        text_printf(out, "%+" PRId64, micro->offset);
    }
    text_put(out, "]");
}

static void print_data(const MachineProgram *program, const Micro *micro, Text *out)
{
    LaneType type = class_of_type((PtxType)micro->type) == VALUE_64 ? LANE_TYPE_U64 : LANE_TYPE_U32;
    for (uint32_t i = 0; i < micro->vector && i < 4; i++) {
        text_put(out, i == 0 ? "" : ":");
        print_row(program, micro->data[i], type, out);
    }
}

static void print_memory(const MachineProgram *program, const Micro *micro, Text *out)
{
    text_printf(out, "%s.%s%s", micro_info[micro->kind].name, space_name(micro->space),
                ptx_suffix_name((PtxSuffix)micro->type));
    if (micro->vector > 1) {
        text_printf(out, ".v%u", micro->vector);
    }
    text_put(out, " ");
    if (micro->kind == MICRO_LOAD) {
        print_data(program, micro, out);
        text_put(out, ", ");
    }
    print_address(program, micro, out);
    if (micro->kind == MICRO_STORE) {
        text_put(out, ", ");
        print_data(program, micro, out);
    }
}

static void print_branch(const Micro *micro, Text *out)
{
    text_printf(out, "branch %u", micro->target);
    if (micro->guard == PREDICATE_NONE) {
        return;
    }
    if (micro->reconverge == PC_EXIT) {
        text_put(out, " meet end");
    } else {
        text_printf(out, " meet %u", micro->reconverge);
    }
}

static void print_other(const MachineProgram *program, const Micro *micro, Text *out)
{
    text_put(out, micro_info[micro->kind].name);
    if (micro->kind == MICRO_MATRIX_MULTIPLY || micro->kind == MICRO_SPARSE_MULTIPLY ||
        micro->kind == MICRO_SCALED_MULTIPLY) {
        const MatrixTile *tile = &program->tiles[micro->function].tile;
        text_printf(out, ".m%un%uk%u%s%s", tile->m, tile->n, tile->k,
                    ptx_suffix_name((PtxSuffix)tile->type[TILE_D]),
                    ptx_suffix_name((PtxSuffix)tile->type[TILE_A]));
    } else if (micro->kind == MICRO_GROUP_FETCH) {
        text_printf(out, ".line%d", (int)micro->offset);
    } else if (micro->kind == MICRO_SPECIAL) {
        text_printf(out, " %s", ptx_special_name((PtxSpecial)micro->function));
    } else if (micro->function != 0 && micro->function < PTX_SUFFIX_COUNT &&
               micro->kind != MICRO_CARRY && micro->kind != MICRO_TRAP &&
               micro->kind != MICRO_STACK && micro->kind != MICRO_MAP_CLUSTER &&
               micro->kind != MICRO_SYSTEM_CALL) {
        text_put(out, ptx_suffix_name((PtxSuffix)micro->function));
    } else if (micro->function != 0) {
        text_printf(out, " function=%u", micro->function);
    }
    if (micro->combine != 0) {
        text_put(out, ptx_suffix_name((PtxSuffix)micro->combine));
    }
    print_operand(program, "d", micro->d, out);
    print_operand(program, "d2", micro->d2, out);
    print_operand(program, "a", micro->a, out);
    print_operand(program, "b", micro->b, out);
    print_operand(program, "c", micro->c, out);
    print_operand(program, "e", micro->e, out);
    for (uint32_t i = 0; i < 4; i++) {
        print_operand(program, "data", micro->data[i], out);
    }
    if (micro->target != 0) {
        text_printf(out, " target=%u", micro->target);
    }
    if (micro_info[micro->kind].addend != 0) {
        for (uint32_t i = 0; i < 4; i++) {
            print_operand(program, "addend", micro->addend[i], out);
        }
    } else if (micro->offset != 0) {
        text_printf(out, " offset=%" PRId64, micro->offset);
    }
}

static void print_micro(const MachineProgram *program, uint32_t pc, Text *out)
{
    const Micro *micro = &program->code[pc];
    text_printf(out, "%5u %5u %2u %-7s ", pc, micro->ptx_line, micro->issues,
                sequence_pipe_name((MachinePipe)micro->pipe));
    if (micro->guard != PREDICATE_NONE) {
        text_printf(out, "@%s", micro->flags & MICRO_GUARD_NEGATED ? "!" : "");
        print_row(program, (Row)micro->guard, LANE_TYPE_P, out);
        text_put(out, " ");
    }
    switch (micro->kind) {
    case MICRO_LANE:
    case MICRO_LANE4: print_lane(program, micro, out); break;
    case MICRO_SETP: print_setp(program, micro, out); break;
    case MICRO_LOAD:
    case MICRO_STORE: print_memory(program, micro, out); break;
    case MICRO_BRANCH: print_branch(micro, out); break;
    default: print_other(program, micro, out); break;
    }
    text_put(out, "\n");
}

static void print_function(const MachineProgram *program, const MachineFunction *function,
                           Text *out)
{
    text_printf(out, "function %s: rows %u, predicates %u, frame %u bytes, live registers %u\n",
                function->ptx->name, function->row_count, function->predicate_count,
                function->frame_bytes, function->registers);
    for (uint32_t i = 0; i < function->special_count; i++) {
        text_printf(out, "      special r%u = %s\n", function->specials[i].row,
                    ptx_special_name(function->specials[i].special));
    }
    for (uint32_t pc = function->entry_pc; pc < function->end_pc; pc++) {
        print_micro(program, pc, out);
    }
}

void machine_print(const MachineProgram *program, Text *out)
{
    text_printf(out, "kernel %s for compute capability %u.%u: registers %u, shared %u bytes%s\n",
                program->entry->name, program->target.compute_capability / 10,
                program->target.compute_capability % 10, program->registers_per_thread,
                program->shared_bytes, program->is_recursive ? ", recursive" : "");
    text_put(out, "   pc  line  n pipe    operation\n");
    for (uint32_t i = 0; i < program->function_count; i++) {
        print_function(program, &program->functions[i], out);
    }
}
