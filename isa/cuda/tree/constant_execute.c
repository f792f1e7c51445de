// SPDX-License-Identifier: Apache-2.0
// Calls and statements of the constant interpreter. Leaves out: goto, asm, case labels inside
// loops and branches of a switch.
#include "isa/cuda/tree/constant_machine.h"

typedef enum Flow { FLOW_FAIL, FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN } Flow;

static Flow run(Machine *machine, const Statement *statement);

static Flow stop(Machine *machine, const char *reason)
{
    machine_fail(machine, reason);
    return FLOW_FAIL;
}

static Flow run_list(Machine *machine, const Statement *first)
{
    Flow flow = FLOW_NEXT;
    for (const Statement *at = first; at != NULL && flow == FLOW_NEXT; at = at->next) {
        flow = run(machine, at);
    }
    return flow;
}

static Flow run_declare(Machine *machine, const Statement *statement)
{
    const Variable *variable = statement->variable;
    if (variable->space != SPACE_AUTOMATIC) {
        return FLOW_NEXT; // static: its initializer is elsewhere
    }
    object_of_local(machine, variable);
    bool is_known = statement->a == NULL || machine_discard(machine, statement->a);
    return is_known ? FLOW_NEXT : FLOW_FAIL;
}

static bool is_true(Machine *machine, const Expression *condition, bool *result)
{
    Value value;
    *result = true;
    if (condition == NULL) {
        return true;
    }
    if (!machine_value(machine, condition, &value)) {
        return false;
    }
    *result = scalar_is_true(&value);
    return true;
}

static Flow run_loop(Machine *machine, const Statement *statement)
{
    bool goes_on = true;
    bool is_tested = statement->kind != STATEMENT_DO;
    for (;;) {
        if (is_tested && !is_true(machine, statement->a, &goes_on)) {
            return FLOW_FAIL;
        }
        if (!goes_on) {
            return FLOW_NEXT;
        }
        Flow flow = statement->body == NULL ? FLOW_NEXT : run(machine, statement->body);
        if (flow != FLOW_NEXT && flow != FLOW_CONTINUE) {
            return flow == FLOW_BREAK ? FLOW_NEXT : flow;
        }
        bool has_step = statement->kind == STATEMENT_FOR && statement->b != NULL;
        if (!machine_step(machine) || (has_step && !machine_discard(machine, statement->b))) {
            return FLOW_FAIL;
        }
        is_tested = true;
    }
}

static Flow run_for(Machine *machine, const Statement *statement)
{
    Flow flow = run_list(machine, statement->initial);
    return flow == FLOW_NEXT ? run_loop(machine, statement) : flow;
}

static Flow run_if(Machine *machine, const Statement *statement)
{
    bool is_taken;
    if (!is_true(machine, statement->a, &is_taken)) {
        return FLOW_FAIL;
    }
    const Statement *branch = is_taken ? statement->body : statement->otherwise;
    return branch == NULL ? FLOW_NEXT : run(machine, branch);
}

static Flow run_return(Machine *machine, const Statement *statement)
{
    bool is_known =
        statement->a == NULL || machine_value(machine, statement->a, &machine->frame->result);
    return is_known ? FLOW_RETURN : FLOW_FAIL;
}

// The label among nested labels "case 1: case 2: default:" that takes the value.
static bool has_label(const Statement *statement, const Value *value, bool wants_default)
{
    bool is_signed = type_is_signed(value->type);
    for (; statement != NULL; statement = statement->body) {
        if (statement->kind == STATEMENT_DEFAULT) {
            if (wants_default) {
                return true;
            }
        } else if (statement->kind == STATEMENT_CASE) {
            uint64_t first = (uint64_t)statement->first_value;
            uint64_t last = (uint64_t)statement->last_value;
            bool is_inside = is_signed ? (int64_t)value->integer >= statement->first_value &&
                                             (int64_t)value->integer <= statement->last_value
                                       : value->integer >= first && value->integer <= last;
            if (!wants_default && is_inside) {
                return true;
            }
        } else {
            return false;
        }
    }
    return false;
}

static Flow run_switch(Machine *machine, const Statement *statement)
{
    Value value;
    if (!machine_value(machine, statement->a, &value)) {
        return FLOW_FAIL;
    }
    const Statement *body = statement->body;
    const Statement *first = body != NULL && body->kind == STATEMENT_COMPOUND ? body->first : body;
    for (uint32_t pass = 0; pass < 2; pass++) { // cases, then default
        for (const Statement *at = first; at != NULL; at = at->next) {
            if (has_label(at, &value, pass == 1)) {
                Flow flow = run_list(machine, at);
                return flow == FLOW_BREAK ? FLOW_NEXT : flow;
            }
        }
    }
    return FLOW_NEXT;
}

static Flow run_any(Machine *machine, const Statement *statement)
{
    switch (statement->kind) {
    case STATEMENT_EMPTY: return FLOW_NEXT;
    case STATEMENT_EXPRESSION:
        return machine_discard(machine, statement->a) ? FLOW_NEXT : FLOW_FAIL;
    case STATEMENT_DECLARE: return run_declare(machine, statement);
    case STATEMENT_COMPOUND: return run_list(machine, statement->first);
    case STATEMENT_IF: return run_if(machine, statement);
    case STATEMENT_WHILE:
    case STATEMENT_DO: return run_loop(machine, statement);
    case STATEMENT_FOR: return run_for(machine, statement);
    case STATEMENT_SWITCH: return run_switch(machine, statement);
    case STATEMENT_CASE:
    case STATEMENT_DEFAULT:
    case STATEMENT_LABEL:
        return statement->body == NULL ? FLOW_NEXT : run(machine, statement->body);
    case STATEMENT_BREAK: return FLOW_BREAK;
    case STATEMENT_CONTINUE: return FLOW_CONTINUE;
    case STATEMENT_RETURN: return run_return(machine, statement);
    case STATEMENT_GOTO: return stop(machine, "it has a goto");
    case STATEMENT_ASM: return stop(machine, "it has an asm statement");
    }
    return stop(machine, "it has an unknown statement");
}

static Flow run(Machine *machine, const Statement *statement)
{
    machine->depth++;
    Flow flow = machine_step(machine) ? run_any(machine, statement) : FLOW_FAIL;
    machine->depth--;
    return flow;
}

bool machine_statements(Machine *machine, const Statement *statement)
{
    Flow flow = run(machine, statement);
    return flow == FLOW_NEXT ||
           (flow != FLOW_FAIL && machine_fail(machine, "it jumps out of an expression"));
}

// ---- calls

static bool callee(Machine *machine, const Expression *call, Function **function)
{
    Value value;
    if (!machine_value(machine, call->a, &value)) {
        return false;
    }
    *function = value.object == NULL ? NULL : value.object->function;
    if (*function == NULL) {
        return machine_fail(machine, "it calls through an unknown pointer");
    }
    if ((*function)->body == NULL && machine->context->want_body != NULL) {
        machine->context->want_body(machine->context->context, *function);
    }
    return (*function)->body != NULL || machine_fail(machine, "it calls a function without a body");
}

// Arguments are evaluated in the caller's frame and stored in the callee's.
static bool bind_arguments(Machine *machine, const Expression *call, const Function *function,
                           Frame *frame)
{
    Frame *caller = machine->frame;
    if (call->list_count != function->parameter_count) {
        return machine_fail(machine, "it calls a function with the wrong number of arguments");
    }
    for (uint32_t i = 0; i < call->list_count; i++) {
        const Variable *parameter = function->parameters[i];
        Value value;
        if (!machine_value(machine, call->list[i], &value)) {
            return false;
        }
        machine->frame = frame;
        Place place = {.object = object_of_local(machine, parameter)};
        bool is_stored = memory_store(machine, place, parameter->type, &value);
        machine->frame = caller;
        if (!is_stored) {
            return false;
        }
    }
    return true;
}

bool machine_call(Machine *machine, const Expression *call, Value *result)
{
    Function *function = NULL;
    Frame frame = {0};
    Frame *caller = machine->frame;
    if (!callee(machine, call, &function) || !bind_arguments(machine, call, function, &frame)) {
        return false;
    }
    if (machine->calls >= CONSTANT_CALL_LIMIT) {
        return machine_fail(machine, "its calls are nested too deeply");
    }
    machine->calls++;
    machine->frame = &frame;
    Flow flow = run(machine, function->body);
    machine->frame = caller;
    machine->calls--;
    bool is_void = function->result->kind == TYPE_VOID;
    *result = frame.result;
    if (flow == FLOW_FAIL || flow == FLOW_RETURN || is_void) {
        return flow != FLOW_FAIL;
    }
    return machine_fail(machine, "it calls a function that returns nothing");
}
