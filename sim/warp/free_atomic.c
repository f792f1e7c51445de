// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/free_atomic.h"

static bool is_outside(const Micro *micro)
{
    return micro->space == PTX_SPACE_GLOBAL || micro->space == PTX_SPACE_GENERIC;
}

static bool is_integer(PtxType type)
{
    switch ((int)type) {
    case PTX_TYPE_B32:
    case PTX_TYPE_U32:
    case PTX_TYPE_S32:
    case PTX_TYPE_B64:
    case PTX_TYPE_U64:
    case PTX_TYPE_S64: return true;
    default: return false;
    }
}

static bool is_commutative(PtxSuffix function)
{
    switch ((int)function) {
    case PTX_DOT_ADD:
    case PTX_DOT_MIN:
    case PTX_DOT_MAX:
    case PTX_DOT_AND:
    case PTX_DOT_OR:
    case PTX_DOT_XOR: return true;
    default: return false;
    }
}

bool free_atomic_program(const MachineProgram *program)
{
    const Micro *first = NULL;
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        if (!is_outside(micro) || (micro->kind != MICRO_ATOM && micro->kind != MICRO_LOAD &&
                                   micro->kind != MICRO_STORE)) {
            continue;
        }
        if ((micro->flags & MICRO_VOLATILE) != 0 && micro->kind != MICRO_ATOM) {
            return false;
        }
        if (micro->kind != MICRO_ATOM) {
            continue;
        }
        first = first == NULL ? micro : first;
        if (micro->d != ROW_NONE || micro->combine != 0 || !is_integer((PtxType)micro->type) ||
            !is_commutative((PtxSuffix)micro->function) || micro->function != first->function ||
            micro->type != first->type) {
            return false;
        }
    }
    return first != NULL;
}

static uint64_t changed_value(const Micro *micro, uint64_t old, uint64_t operand)
{
    bool is_less = micro->type == PTX_TYPE_S32   ? (int32_t)old < (int32_t)operand
                   : micro->type == PTX_TYPE_S64 ? (int64_t)old < (int64_t)operand
                                                 : old < operand;
    return is_less == (micro->function == PTX_DOT_MIN) ? old : operand;
}

// The smaller or larger one is stored unless memory already holds it.
static void perform_extreme32(const Micro *micro, uint32_t *word, uint32_t operand)
{
    uint32_t old = __atomic_load_n(word, __ATOMIC_RELAXED), changed;
    do {
        changed = (uint32_t)changed_value(micro, old, operand);
    } while (changed != old && !__atomic_compare_exchange_n(word, &old, changed, false,
                                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

static void perform_extreme64(const Micro *micro, uint64_t *word, uint64_t operand)
{
    uint64_t old = __atomic_load_n(word, __ATOMIC_RELAXED), changed;
    do {
        changed = changed_value(micro, old, operand);
    } while (changed != old && !__atomic_compare_exchange_n(word, &old, changed, false,
                                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

static void perform32(const Micro *micro, uint32_t *word, uint32_t operand)
{
    switch ((int)micro->function) {
    case PTX_DOT_ADD: __atomic_fetch_add(word, operand, __ATOMIC_RELAXED); break;
    case PTX_DOT_AND: __atomic_fetch_and(word, operand, __ATOMIC_RELAXED); break;
    case PTX_DOT_OR: __atomic_fetch_or(word, operand, __ATOMIC_RELAXED); break;
    case PTX_DOT_XOR: __atomic_fetch_xor(word, operand, __ATOMIC_RELAXED); break;
    default: perform_extreme32(micro, word, operand); break;
    }
}

static void perform64(const Micro *micro, uint64_t *word, uint64_t operand)
{
    switch ((int)micro->function) {
    case PTX_DOT_ADD: __atomic_fetch_add(word, operand, __ATOMIC_RELAXED); break;
    case PTX_DOT_AND: __atomic_fetch_and(word, operand, __ATOMIC_RELAXED); break;
    case PTX_DOT_OR: __atomic_fetch_or(word, operand, __ATOMIC_RELAXED); break;
    case PTX_DOT_XOR: __atomic_fetch_xor(word, operand, __ATOMIC_RELAXED); break;
    default: perform_extreme64(micro, word, operand); break;
    }
}

void free_atomic_perform(const Micro *micro, uint8_t *bytes, uint64_t operand)
{
    if (micro->width_bytes == 8) {
        perform64(micro, (uint64_t *)(void *)bytes, operand);
    } else {
        perform32(micro, (uint32_t *)(void *)bytes, (uint32_t)operand);
    }
}
