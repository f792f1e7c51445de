// SPDX-License-Identifier: Apache-2.0
// Variables with static storage, their initial values, and string constants.
#include "isa/cuda/emit/write.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- Strings

uint32_t string_number(Emitter *e, const char *bytes, uint64_t size_bytes)
{
    for (uint32_t i = 0; i < e->string_count; i++) {
        if (e->strings[i].size_bytes == size_bytes &&
            memcmp(e->strings[i].bytes, bytes, size_bytes) == 0) {
            return i;
        }
    }
    e->strings =
        arena_room(e->arena, e->strings, e->string_count, &e->string_room, sizeof *e->strings);
    e->strings[e->string_count] = (StringRow){bytes, size_bytes};
    return e->string_count++;
}

void string_name(uint32_t number, Text *out)
{
    if (number == 0) {
        text_put(out, "$str");
    } else {
        text_printf(out, "$str$%" PRIu32, number);
    }
}

static void put_bytes(const uint8_t *bytes, uint64_t count, Text *out)
{
    for (uint64_t i = 0; i < count; i++) {
        text_printf(out, "%s%u", i == 0 ? " = {" : ", ", (unsigned)bytes[i]);
    }
    text_put(out, count == 0 ? "" : "}");
}

void write_strings(Emitter *e)
{
    for (uint32_t i = 0; i < e->string_count; i++) {
        text_put(e->ptx, ".global .align 1 .b8 ");
        string_name(i, e->ptx);
        text_printf(e->ptx, "[%" PRIu64 "]", e->strings[i].size_bytes);
        put_bytes((const uint8_t *)e->strings[i].bytes, e->strings[i].size_bytes, e->ptx);
        text_put(e->ptx, ";\n");
    }
}

// ---- Initial values

static const InitialValue *initial_of(const Variable *variable)
{
    return variable->initial == NULL ? NULL : variable->initial->initial;
}

static void put_address(Emitter *e, const InitialAddress *address, Text *out)
{
    if (address->function != NULL) {
        text_put(out, address->function->mangled);
        return;
    }
    text_put(out, "generic(");
    if (address->variable != NULL) {
        text_put(out, address->variable->mangled);
    } else {
        string_name(string_number(e, address->string, address->string_size), out);
    }
    text_put(out, ")");
    if (address->addend != 0) {
        text_printf(out, "+%" PRId64, address->addend);
    }
}

static uint64_t word_at(const InitialValue *initial, uint64_t offset)
{
    uint64_t word = 0;
    for (uint64_t i = 0; initial->bytes != NULL && i < 8; i++) {
        word |= (uint64_t)initial->bytes[offset + i] << (8 * i);
    }
    return word;
}

// As 64-bit words, since PTX has addresses in those alone.
static void put_words(Emitter *e, const InitialValue *initial, uint64_t size, Text *out)
{
    text_put(out, " = {");
    for (uint64_t offset = 0; offset + 8 <= size; offset += 8) {
        const InitialAddress *found = NULL;
        for (uint32_t i = 0; i < initial->address_count; i++) {
            if (initial->addresses[i].offset_bytes == offset) {
                found = &initial->addresses[i];
            }
        }
        text_put(out, offset == 0 ? "" : ", ");
        if (found != NULL) {
            put_address(e, found, out);
        } else {
            text_printf(out, "%" PRIu64, word_at(initial, offset));
        }
    }
    text_put(out, "}");
}

static bool is_all_zero(const InitialValue *initial, uint64_t size)
{
    for (uint64_t i = 0; initial->bytes != NULL && i < size; i++) {
        if (initial->bytes[i] != 0) {
            return false;
        }
    }
    return true;
}

static const char *variable_name(const Variable *variable)
{
    return variable->mangled == NULL ? variable->name : variable->mangled;
}

static uint32_t variable_align(const Variable *variable)
{
    uint32_t align = type_align(variable->type);
    return variable->align_bytes > align ? variable->align_bytes : align;
}

static void put_body(Emitter *e, const Variable *variable, Text *out)
{
    const InitialValue *initial = initial_of(variable);
    uint64_t size = type_size(variable->type);
    const char *name = variable_name(variable);
    uint32_t align = variable_align(variable);
    name_variable(e, variable);
    if (initial != NULL && initial->address_count > 0 && size % 8 == 0) {
        text_printf(out, ".align %" PRIu32 " .u64 %s[%" PRIu64 "]", align < 8 ? 8 : align, name,
                    size / 8);
        put_words(e, initial, size, out);
        return;
    }
    text_printf(out, ".align %" PRIu32 " .b8 %s[%" PRIu64 "]", align, name, size == 0 ? 1 : size);
    if (initial != NULL && !is_all_zero(initial, size)) {
        put_bytes(initial->bytes, size, out);
    } else if (initial != NULL && variable->space == SPACE_CONSTANT) {
        text_put(out, " = {0}"); // tells a checker from a variable without a value
    }
}

// ---- Who uses what

typedef enum State { NOT_USED, USED, WRITTEN } State;

static int by_address(const void *a, const void *b)
{
    uintptr_t first = (uintptr_t)((const Usage *)a)->variable;
    uintptr_t second = (uintptr_t)((const Usage *)b)->variable;
    return first < second ? -1 : first > second;
}

static Usage *usage_of(const Emitter *e, const Variable *variable)
{
    Usage wanted = {.variable = variable};
    return e->usages == NULL ? NULL
                             : bsearch(&wanted, e->usages, e->module->tree->variable_count,
                                       sizeof wanted, by_address);
}

static void note_usage(Usage *usage, const IrFunction *function)
{
    usage->is_shared_by_several |= usage->is_used && usage->function != function;
    usage->function = function;
    usage->is_used = true;
}

// One look over all functions.
static void find_usages(Emitter *e)
{
    const Tree *tree = e->module->tree;
    e->usages = arena_alloc(e->arena, (tree->variable_count + 1) * sizeof *e->usages);
    for (uint32_t i = 0; i < tree->variable_count; i++) {
        e->usages[i].variable = tree->variables[i];
    }
    qsort(e->usages, tree->variable_count, sizeof *e->usages, by_address);
    for (uint32_t i = 0; i < e->module->function_count; i++) {
        const IrFunction *function = e->module->functions[i];
        for (const IrBlock *block = function->is_emitted ? function->entry : NULL; block != NULL;
             block = block->next) {
            for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
                Usage *usage = at->op == IR_SYMBOL ? usage_of(e, at->variable) : NULL;
                if (usage != NULL) {
                    note_usage(usage, function);
                }
            }
        }
    }
}

// Shared memory that one kernel alone uses is declared inside it, as nvcc does.
static bool is_demoted(const Usage *usage, const Variable *variable)
{
    return variable->space == SPACE_SHARED && !variable->is_extern && usage->is_used &&
           !usage->is_shared_by_several && usage->function->function->is_kernel;
}

void write_shared_of(Emitter *e, const IrFunction *function, Text *out)
{
    const Tree *tree = e->module->tree;
    for (uint32_t i = 0; i < tree->variable_count; i++) {
        const Variable *variable = tree->variables[i];
        if (variable->space != SPACE_SHARED || variable->is_extern) {
            continue;
        }
        const Usage *usage = usage_of(e, variable);
        if (is_demoted(usage, variable) && usage->function == function) {
            text_put(out, "\t// demoted variable\n\t.shared ");
            put_body(e, variable, out);
            text_put(out, ";\n");
        }
    }
}

static void put_texture(const Variable *variable, Text *out)
{
    const char *name = variable->type->kind == TYPE_CLASS ? variable->type->class_->name : "";
    bool is_surface = strstr(name, "surface") != NULL;
    text_printf(out, ".global %s %s;\n", is_surface ? ".surfref" : ".texref",
                variable_name(variable));
}

static void put_shared(Emitter *e, const Variable *variable, Text *out)
{
    const Usage *usage = usage_of(e, variable);
    uint32_t align = variable_align(variable);
    if (!usage->is_used || is_demoted(usage, variable)) {
        return;
    }
    if (variable->is_extern) { // dynamic shared memory
        name_variable(e, variable);
        text_printf(out, ".extern .shared .align %" PRIu32 " .b8 %s[];\n", align < 16 ? 16 : align,
                    variable_name(variable));
        return;
    }
    text_put(out, ".shared ");
    put_body(e, variable, out);
    text_put(out, ";\n");
}

static void put_variable(Emitter *e, const Variable *variable, Text *out)
{
    if (variable->space == SPACE_TEXTURE) {
        put_texture(variable, out);
        return;
    }
    if (variable->space == SPACE_SHARED) {
        put_shared(e, variable, out);
        return;
    }
    text_put(out, variable->is_extern                                   ? ".extern "
                  : !e->module->is_relocatable || !variable->is_visible ? ""
                  : variable->is_inline                                 ? ".weak "
                                                                        : ".visible ");
    text_put(out, variable->space == SPACE_CONSTANT ? ".const " : ".global ");
    text_put(out, variable->is_managed ? ".attribute(.managed) " : "");
    put_body(e, variable, out);
    text_put(out, ";\n");
}

typedef struct Order {
    Emitter *e;
    State *states; // by index in the tree
    uint32_t depth;
} Order;

#define CHAIN_LIMIT 1000u // variables whose initial values point at each other

static uint32_t index_of(const Tree *tree, const Variable *variable)
{
    for (uint32_t i = 0; i < tree->variable_count; i++) {
        if (tree->variables[i] == variable) {
            return i;
        }
    }
    return tree->variable_count;
}

static bool is_name_taken(const Order *order, uint32_t index)
{
    const Tree *tree = order->e->module->tree;
    for (uint32_t i = 0; i < tree->variable_count; i++) {
        if (i != index && order->states[i] == WRITTEN && tree->variables[index]->is_extern &&
            strcmp(variable_name(tree->variables[i]), variable_name(tree->variables[index])) == 0) {
            return true;
        }
    }
    return false;
}

// A variable that an initial value points to precedes it.
static void put_in_order(Order *order, uint32_t index)
{
    const Tree *tree = order->e->module->tree;
    if (index >= tree->variable_count || order->states[index] != NOT_USED ||
        order->depth > CHAIN_LIMIT) {
        return;
    }
    order->states[index] = USED;
    const InitialValue *initial = initial_of(tree->variables[index]);
    for (uint32_t i = 0; initial != NULL && i < initial->address_count; i++) {
        if (initial->addresses[i].variable != NULL) {
            order->depth++;
            put_in_order(order, index_of(tree, initial->addresses[i].variable));
            order->depth--;
        }
    }
    if (!is_name_taken(order, index)) {
        put_variable(order->e, tree->variables[index], order->e->ptx);
        order->states[index] = WRITTEN;
    }
}

void write_variables(Emitter *e)
{
    find_usages(e);
    const Tree *tree = e->module->tree;
    Order order = {.e = e};
    order.states = arena_alloc(e->arena, (tree->variable_count + 1) * sizeof *order.states);
    for (uint32_t i = 0; i < tree->variable_count; i++) {
        put_in_order(&order, i);
    }
}
