// SPDX-License-Identifier: Apache-2.0
// kernel<<<grid, block, shared, stream>>>(arguments) in device code: a buffer for the parameters,
// stores of the arguments, and the launch, as nvcc lowers it (CUDA Dynamic Parallelism Programming
// Guide, "Device-side Launch from PTX").
#include "isa/cuda/syntax/call.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/scope.h"

#define CAPABILITY 35u // lowest with launches from kernels

// A call of a function of lockstep_runtime.h.
static Expression *call_runtime(Front *front, const char *name, Expression **arguments,
                                uint32_t count, SourceLocation location)
{
    Symbol *function = scope_find_here(front->global, front_intern(front, name));
    if (function == NULL) { // only in a test without the compiler's headers
        front_error(front, location, "a launch needs '%s' of lockstep_runtime.h", name);
        return express_error(front, location);
    }
    return call_overloads(front, function, NULL, NULL, arguments, count, location);
}

// [buffer + offset] = value
static Expression *store(Front *front, Expression *buffer, uint64_t offset, Expression *value)
{
    SourceLocation location = value->location;
    const Type *byte = type_basic(&front->types, TYPE_CHAR);
    Expression *start =
        express_converted(front, buffer, type_pointer(&front->types, byte), location);
    Expression *at = express_binary(front, EXPRESSION_ADD, start,
                                    express_integer(front, TYPE_LONG, offset, location), location);
    const Type *type = type_pointer(&front->types, value->type->unqualified);
    Expression *place =
        express_dereference(front, express_converted(front, at, type, location), location);
    return express_assignment(front, place, value, location);
}

// Parameters are placed as the kernel's PTX declares them: one after another, each aligned.
static Expression *store_all(Front *front, Expression *buffer, const Expression *call)
{
    Expression *stores = NULL;
    uint64_t offset = 0;
    for (uint32_t i = 0; i < call->list_count; i++) {
        const Type *type = call->list[i]->type->unqualified;
        uint64_t align = type_align(type), size = type_size(type);
        offset = (offset + align - 1) / align * align;
        stores = express_comma(front, stores, store(front, buffer, offset, call->list[i]));
        offset += size;
    }
    return stores;
}

static Expression *zero(Front *front, SourceLocation location)
{
    return express_integer(front, TYPE_INT, 0, location);
}

static Expression *launch(Front *front, Expression *call, const ExpressionList *configuration,
                          SourceLocation location)
{
    const Type *nothing = type_basic(&front->types, TYPE_VOID);
    Expression *const *from = configuration->items;
    uint32_t count = configuration->count;
    Expression *kernel = express_converted(front, express_value(front, call->a),
                                           type_pointer(&front->types, nothing), location);
    Expression *sizes[] = {kernel, from[0], from[1], count > 2 ? from[2] : zero(front, location)};
    Expression *made = call_runtime(front, "__lockstep_launch_buffer", sizes, 4, location);
    if (express_is_error(made)) {
        return made;
    }
    Expression *first = express_temporary(front, made);
    Expression *buffer = express_value(front, express_variable(front, first->variable, location));
    Expression *arguments[] = {buffer, count > 3 ? from[3] : zero(front, location)};
    Expression *run = call_runtime(front, "__lockstep_launch", arguments, 2, location);
    if (express_is_error(run)) {
        return run;
    }
    run = express_comma(front, store_all(front, buffer, call), run);
    Expression *skip = express_converted(front, zero(front, location), nothing, location);
    Expression *has_buffer = express_condition(front, express_value(front, first), "a launch");
    return express_conditional(front, has_buffer, run, skip, location);
}

// The cursor is at <<<.
Expression *parse_launch(Front *front, Expression *kernel)
{
    SourceLocation location = front_here(front);
    ExpressionList configuration = {0}, arguments = {0};
    front->at++;
    bool is_good = parse_arguments(front, &configuration, PUNCTUATOR_greater_greater_greater);
    is_good = front_expect(front, PUNCTUATOR_paren_open, "'>>>'") && is_good &&
              parse_arguments(front, &arguments, PUNCTUATOR_paren_close);
    if (!is_good || express_is_error(kernel)) {
        return express_error(front, location);
    }
    if (configuration.count < 2 || configuration.count > 4) {
        front_error(front, location,
                    "a launch needs <<<grid, block>>>, and may have a size of shared memory and a "
                    "stream: expected 2 to 4 values, got %u",
                    configuration.count);
        return express_error(front, location);
    }
    uint32_t has = front->options->compute_capability;
    if (has < CAPABILITY) {
        front_error(front, location,
                    "launches from kernels require compute capability 3.5, but the target is %u.%u",
                    has / 10, has % 10);
        return express_error(front, location);
    }
    front->is_launch = true;
    Expression *call = call_expression(front, kernel, &arguments, location);
    bool is_kernel = !front->is_launch;
    front->is_launch = false;
    if (express_is_error(call)) {
        return call;
    }
    if (!is_kernel) {
        front_error(front, location, "only a kernel (__global__) can be launched with <<<...>>>");
        return express_error(front, location);
    }
    return launch(front, call, &configuration, location);
}
