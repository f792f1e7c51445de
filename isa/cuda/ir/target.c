// SPDX-License-Identifier: Apache-2.0
// Source: CUDA C Programming Guide 5.5, "Features and Technical Specifications" and "Compute
// Capability 1.x"; PTX ISA 9.0, ".target": what map_f64_to_f32 made of doubles.
#include "isa/cuda/ir/target.h"

static void report(IrModule *module, DiagnosticLevel level, const IrInstruction *at,
                   const char *message)
{
    uint32_t capability = module->compute_capability;
    const char *format = level == DIAGNOSTIC_ERROR ? "%s, but the target is %u.%u" : "%s";
    source_report(module->tree->source, module->diagnostics, level, at->location, format, message,
                  capability / 10, capability % 10);
}

// ---- Doubles

typedef struct Demotion {
    IrModule *module;
    bool is_warned;
} Demotion;

static bool is_double(const IrInstruction *value)
{
    return value->type == IR_F64;
}

static bool touches_double(const IrInstruction *at)
{
    bool is_access = at->op == IR_LOAD || at->op == IR_STORE || at->op == IR_ATOMIC;
    bool does_touch = is_double(at) || (is_access && at->memory == IR_MEMORY_F64);
    for (uint32_t i = 0; i < at->operand_count; i++) {
        does_touch = does_touch || is_double(ir_operand(at, i));
    }
    return does_touch;
}

// Why this instruction cannot be one of floats; NULL when it can.
static const char *refusal_of(const IrInstruction *at)
{
    IrSpace space =
        at->op == IR_LOAD || at->op == IR_STORE ? ir_operand(at, 0)->space : IR_SPACE_LOCAL;
    bool is_own = space == IR_SPACE_LOCAL || space == IR_SPACE_SHARED;
    switch (at->op) {
    case IR_LOAD:
    case IR_STORE:
        return is_own && at->vector <= 1 ? NULL
                                         : "doubles in memory require compute capability 1.3";
    case IR_ASM:
    case IR_RESULT:
    case IR_BITS:
    case IR_ATOMIC: return "double-precision functions require compute capability 1.3";
    default: return NULL;
    }
}

static void demote_operands(IrFunction *function, IrInstruction *at)
{
    for (uint32_t i = 0; i < at->operand_count; i++) {
        IrInstruction *value = ir_operand(at, i);
        if (is_double(value) && value->op == IR_CONSTANT) {
            ir_set_operand(at, i, ir_real(function, IR_F32, (double)(float)value->real));
        } else if (is_double(value) && value->op == IR_UNDEFINED) {
            ir_set_operand(at, i, ir_undefined(function, IR_F32));
        }
    }
}

static void demote(Demotion *demotion, IrFunction *function, IrInstruction *at)
{
    const char *refusal = refusal_of(at);
    if (refusal != NULL) {
        report(demotion->module, DIAGNOSTIC_ERROR, at, refusal);
        return;
    }
    if (!demotion->is_warned) {
        demotion->is_warned = true;
        report(demotion->module, DIAGNOSTIC_WARNING, at,
               "double is not supported before compute capability 1.3; demoting to float");
    }
    demote_operands(function, at);
    at->type = is_double(at) ? IR_F32 : at->type;
    at->memory = at->memory == IR_MEMORY_F64 ? IR_MEMORY_F32 : at->memory;
}

// Conversions between the two are between floats now.
static void drop_conversions(IrFunction *function)
{
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first, *next; at != NULL; at = next) {
            next = at->next;
            if (at->op == IR_FLOAT_EXTEND || at->op == IR_FLOAT_TRUNCATE) {
                ir_replace(at, ir_operand(at, 0));
                ir_remove(at);
            }
        }
    }
}

static void demote_function(Demotion *demotion, IrFunction *function)
{
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            at->mark = touches_double(at);
        }
    }
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (at->mark) {
                demote(demotion, function, at);
            }
        }
    }
    if (demotion->module->diagnostics->error_count == 0) {
        drop_conversions(function);
    }
}

void target_demote_doubles(IrModule *module)
{
    Demotion demotion = {.module = module};
    for (uint32_t i = 0; module->compute_capability < 13 && i < module->function_count; i++) {
        if (module->functions[i]->is_emitted) {
            demote_function(&demotion, module->functions[i]);
        }
    }
}

// ---- Stores to what is read only

static void write_generic(IrModule *module, IrFunction *function, IrInstruction *at)
{
    IrInstruction *generic = ir_create(function, IR_TO_GENERIC, IR_POINTER, at->location);
    generic->space = IR_SPACE_GENERIC;
    ir_add_operand(generic, ir_operand(at, 0));
    ir_insert_before(at, generic);
    ir_set_operand(at, 0, generic);
    report(module, DIAGNOSTIC_WARNING, at,
           "this writes to constant memory, which is a fault when it is executed");
}

void target_write_generic(IrModule *module)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        IrFunction *function = module->functions[i];
        for (IrBlock *block = function->is_emitted ? function->entry : NULL; block != NULL;
             block = block->next) {
            for (IrInstruction *at = block->first; at != NULL; at = at->next) {
                if (ir_writes_to(at, 0) && ir_is_read_only(ir_operand(at, 0)->space)) {
                    write_generic(module, function, at);
                }
            }
        }
    }
}

// ---- Calls and pointers

static const char *lack_of(const IrInstruction *at)
{
    switch (at->op) {
    case IR_CALL:
        return at->callee == NULL ? "calls through pointers require compute capability 2.0"
                                  : "calls that cannot be inlined require compute capability 2.0";
    case IR_FUNCTION_ADDRESS: return "function pointers require compute capability 2.0";
    case IR_PRINTF: return "printf requires compute capability 2.0";
    case IR_ALLOCA: return "alloca requires compute capability 5.2";
    case IR_TO_GENERIC:
        return ir_operand(at, 0)->space == IR_SPACE_GLOBAL
                   ? NULL
                   : "generic pointers (to shared, local or constant memory as well as global) "
                     "require compute capability 2.0";
    case IR_IN_SPACE: return "querying a pointer's address space requires compute capability 2.0";
    default: return NULL;
    }
}

static bool needs_check(const IrInstruction *at)
{
    return at->op != IR_TO_GENERIC || at->use_count > 0;
}

void target_check(IrModule *module)
{
    for (uint32_t i = 0; module->compute_capability < 20 && i < module->function_count; i++) {
        const IrFunction *function = module->functions[i];
        for (const IrBlock *block = function->is_emitted ? function->entry : NULL; block != NULL;
             block = block->next) {
            for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
                const char *lack = needs_check(at) ? lack_of(at) : NULL;
                if (lack != NULL) {
                    report(module, DIAGNOSTIC_ERROR, at, lack);
                }
            }
        }
    }
}
