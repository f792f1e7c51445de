// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/output.h"

#include "isa/cuda/ir/fault.h"
#include "isa/ptx/ptx.h"

#include <stdio.h>
#include <string.h>

// Where a line of the text begins; lines count from 1.
static size_t line_start(const Text *ptx, uint32_t line)
{
    const char *at = text_string(ptx);
    for (uint32_t i = 1; i < line && at != NULL; i++) {
        at = strchr(at, '\n');
        at = at == NULL ? NULL : at + 1;
    }
    return at == NULL ? ptx->size_bytes : (size_t)(at - text_string(ptx));
}

static IrFunction *function_at(const IrModule *module, size_t offset)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        IrFunction *function = module->functions[i];
        if (offset >= function->ptx_start && offset < function->ptx_end) {
            return function;
        }
    }
    return NULL;
}

// The file of the program that the PTX gives this number.
static bool find_file(const IrModule *module, const Text *ptx, uint32_t number, uint32_t *file)
{
    const Source *source = module->tree->source;
    Text wanted = {0};
    bool is_found = false;
    for (uint32_t i = 0; source != NULL && i < source->file_count && !is_found; i++) {
        wanted.size_bytes = 0;
        text_printf(&wanted, "\n\t.file\t%u \"%s\"\n", number, source->files[i].path);
        is_found = strstr(text_string(ptx), text_string(&wanted)) != NULL;
        *file = i;
    }
    text_destroy(&wanted);
    return is_found;
}

// The last .loc of the function before the offset; line 0: there is none.
static SourceLocation location_at(const IrModule *module, const Text *ptx, size_t from, size_t to)
{
    SourceLocation at = {0};
    const char *text = text_string(ptx);
    for (size_t i = from; i < to && text[i] != 0; i++) {
        uint32_t file, line, column;
        bool is_loc = text[i] == '\t' && strncmp(text + i, "\t.loc\t", 6) == 0;
        if (is_loc && sscanf(text + i, "\t.loc\t%u %u %u", &file, &line, &column) == 3 &&
            find_file(module, ptx, file, &file)) {
            at = (SourceLocation){file, line, column};
        }
    }
    return at;
}

// Inline assembly of the program is copied into the PTX unchanged, so its mistakes are not ours.
static bool has_own_assembly(const IrFunction *function)
{
    const Source *source = function->module->tree->source;
    for (const IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
            uint32_t file = at->location.file;
            if (at->op == IR_ASM && source != NULL && file < source->file_count &&
                !source->files[file].is_library) {
                return true;
            }
        }
    }
    return false;
}

// False: what is wrong is not a function of ours that could be left out.
static bool report(IrModule *module, const Text *ptx, const Diagnostic *found)
{
    size_t offset = line_start(ptx, found->position.line);
    IrFunction *function = function_at(module, offset);
    if (function == NULL) {
        fault_report_module(module, "when its PTX was checked", found->message);
    }
    if (function == NULL || function->is_broken) {
        return function != NULL;
    }
    Text text = {0};
    const char *line = found->source_line == NULL ? "" : found->source_line;
    text_printf(&text, "%s in '%s'", found->message, line + strspn(line, "\t"));
    IrFault fault = {text_string(&text), location_at(module, ptx, function->ptx_start, offset)};
    bool is_ours = !has_own_assembly(function);
    if (is_ours) {
        fault_report(function, "when its PTX was checked", fault);
    } else {
        source_report(module->tree->source, module->diagnostics, DIAGNOSTIC_ERROR, fault.at,
                      "inline assembly makes invalid PTX of '%s': %s", function->function->name,
                      fault.what);
        module->is_refused_by_all = true;
    }
    text_destroy(&text);
    return is_ours;
}

OutputVerdict output_check(IrModule *module, const Text *ptx)
{
    Diagnostics diagnostics = {0};
    OutputVerdict verdict = OUTPUT_GOOD;
    PtxModule *parsed = ptx_parse(text_string(ptx), ptx->size_bytes, "output", &diagnostics);
    for (uint32_t i = 0; parsed == NULL && i < diagnostics.count; i++) {
        if (diagnostics.items[i].level == DIAGNOSTIC_ERROR) {
            bool is_left_out = report(module, ptx, &diagnostics.items[i]);
            verdict = is_left_out && verdict != OUTPUT_BAD ? OUTPUT_LESS : OUTPUT_BAD;
        }
    }
    if (parsed != NULL) {
        ptx_destroy(parsed);
    }
    diagnostics_clear(&diagnostics);
    return verdict;
}
