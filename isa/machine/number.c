// SPDX-License-Identifier: Apache-2.0
// Value numbering: an op that computes what another one has computed on every way to it becomes a
// copy. nvcc has done so for its own instructions; what is left are equal parts of what lowering
// makes of one PTX instruction, such as the lane's place in the tile of each wmma.load.
#include "isa/machine/definitions.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

// Buckets of the hash table; a power of two.
#define BUCKETS 1024
// Of ops with the same operands, so many are asked whether every way leads through them, and of ops
// in one bucket, so many are looked at: a kernel may have thousands in branches of their own.
#define ASKED_MAX  8
#define LOOKED_MAX 64

typedef struct Numbering {
    Definitions definitions;
    uint32_t *next; // [op]: the earlier op in its bucket, + 1
    uint32_t bucket[BUCKETS];
} Numbering;

// What may be fused is left alone: with one reader more, a product would not be fused where ptxas
// fuses it.
static bool is_numbered(const Numbering *numbering, const Op *op)
{
    const Definitions *definitions = &numbering->definitions;
    return op->kind == MICRO_LANE && op->guard == VALUE_NONE && op_is_pure(op) &&
           !op->may_contract && op->d2 == VALUE_NONE && op->d != VALUE_NONE &&
           value_is_register(op->d) && !op_is_copy(op) && definitions->writes[op->d] == 1 &&
           value_class(definitions->unit, op->d) != VALUE_P;
}

static uint32_t bucket_of(const Op *op)
{
    uint32_t hash = op->function;
    hash = hash * 31 + op->a;
    hash = hash * 31 + op->b;
    hash = hash * 31 + op->c;
    return (hash ^ hash >> 16) % BUCKETS;
}

// Whether the op computes what `earlier` did if the operands have not changed.
static bool is_alike(const Op *earlier, const Op *op)
{
    return earlier->function == op->function && earlier->flags == op->flags &&
           earlier->type == op->type && earlier->round == op->round && earlier->a == op->a &&
           earlier->b == op->b && earlier->c == op->c && earlier->e == op->e;
}

// Whether they have not, and every way to `at` leads through `earlier`.
static bool is_equal(const Numbering *numbering, const Op *earlier, uint32_t at)
{
    const Definitions *definitions = &numbering->definitions;
    const Op *op = &definitions->unit->ops[at];
    return definition_of(definitions, earlier->d, at) == earlier &&
           value_reaches(definitions, op->a, earlier, at) &&
           value_reaches(definitions, op->b, earlier, at) &&
           value_reaches(definitions, op->c, earlier, at) &&
           value_reaches(definitions, op->e, earlier, at);
}

// An operand that is a copy by now becomes what it copies.
static void look_through(const Definitions *definitions, Value *operand, uint32_t at)
{
    const Op *definition = definition_of(definitions, *operand, at);
    if (definition != NULL && op_is_copy(definition) && definition->a != VALUE_NONE &&
        value_reaches(definitions, definition->a, definition, at)) {
        *operand = definition->a;
    }
}

static void number_at(Numbering *numbering, uint32_t at)
{
    Unit *unit = numbering->definitions.unit;
    uint32_t *bucket = &numbering->bucket[bucket_of(&unit->ops[at])];
    uint32_t asked = 0, looked = 0;
    for (uint32_t i = *bucket; i != 0 && asked < ASKED_MAX && looked < LOOKED_MAX;
         i = numbering->next[i - 1]) {
        bool is_candidate = is_alike(&unit->ops[i - 1], &unit->ops[at]);
        looked++;
        asked += is_candidate;
        if (is_candidate && is_equal(numbering, &unit->ops[i - 1], at)) {
            op_become_copy(unit, &unit->ops[at], unit->ops[i - 1].d);
            return;
        }
    }
    numbering->next[at] = *bucket;
    *bucket = at + 1;
}

void unit_number(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    Numbering *numbering = arena_alloc(arena, sizeof *numbering);
    numbering->definitions = definitions_build(unit);
    numbering->next = arena_alloc(arena, (unit->op_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        if (is_numbered(numbering, op)) {
            look_through(&numbering->definitions, &op->a, i);
            look_through(&numbering->definitions, &op->b, i);
            look_through(&numbering->definitions, &op->c, i);
            number_at(numbering, i);
        }
    }
}
