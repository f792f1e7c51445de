// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/ir/fault.h"

#include <string.h>

static const char advice[] = "this is a mistake in Lockstep, not in the program; please report it "
                             "with this file and the output of `lockstep --version`";

static void say(const IrModule *module, DiagnosticLevel level, SourceLocation at, const char *text)
{
    if (module->diagnostics == NULL) {
        return;
    }
    const Source *source = module->tree == NULL ? NULL : module->tree->source;
    if (source != NULL && at.line > 0) {
        source_report(source, module->diagnostics, level, at, "%s", text);
    } else {
        diagnostics_add(module->diagnostics, level, (SourcePosition){0}, NULL, "%s", text);
    }
}

static const char *name_of(const IrFunction *function)
{
    return function->function == NULL ? "?" : function->function->name;
}

static SourceLocation location_of(const IrFunction *function)
{
    return function->function == NULL ? (SourceLocation){0} : function->function->location;
}

// A body that is well formed, for passes that go over all functions.
static void drop_body(IrFunction *function)
{
    function->entry = function->last_block = function->exit_block = NULL;
    function->constants = NULL;
    memset((void *)function->constant_buckets, 0,
           function->constant_bucket_count * sizeof *function->constant_buckets);
    function->constant_count = 0;
    ir_append(ir_block(function), ir_create(function, IR_TRAP, IR_VOID, location_of(function)));
    function->is_broken = true;
    function->is_emitted = false;
}

static void say_left_out(const IrFunction *function)
{
    Text text = {0};
    text_printf(&text,
                "kernel '%s' is left out and launching it fails; other kernels are not affected",
                name_of(function));
    say(function->module, DIAGNOSTIC_NOTE, location_of(function), text_string(&text));
    text_destroy(&text);
}

static void leave_out(IrFunction *function)
{
    drop_body(function);
    if (function->function != NULL && function->function->is_kernel) {
        say_left_out(function);
    }
}

void fault_report(IrFunction *function, const char *where, IrFault fault)
{
    Text text = {0};
    text_printf(&text, "internal error in '%s' %s: %s", name_of(function), where, fault.what);
    say(function->module, DIAGNOSTIC_ERROR, fault.at.line > 0 ? fault.at : location_of(function),
        text_string(&text));
    say(function->module, DIAGNOSTIC_NOTE, (SourceLocation){0}, advice);
    text_destroy(&text);
    function->module->fault_count++;
    leave_out(function);
}

void fault_report_module(IrModule *module, const char *where, const char *what)
{
    Text text = {0};
    text_printf(&text, "internal error %s: %s", where, what);
    say(module, DIAGNOSTIC_ERROR, (SourceLocation){0}, text_string(&text));
    say(module, DIAGNOSTIC_NOTE, (SourceLocation){0}, advice);
    text_destroy(&text);
    module->fault_count++;
}

static bool refers_to_broken(const IrFunction *function)
{
    for (const IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (at->callee != NULL && at->callee->is_broken) {
                return true;
            }
        }
    }
    return false;
}

void fault_spread(IrModule *module)
{
    bool is_again = module->fault_count > 0;
    while (is_again) {
        is_again = false;
        for (uint32_t i = 0; i < module->function_count; i++) {
            IrFunction *function = module->functions[i];
            if (!function->is_broken && refers_to_broken(function)) {
                leave_out(function);
                is_again = true;
            }
            function->is_emitted = function->is_emitted && !function->is_broken;
        }
    }
}
