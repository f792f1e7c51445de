// SPDX-License-Identifier: Apache-2.0
// One function: its head, its registers, its body.
#include "isa/cuda/emit/write.h"

#include <inttypes.h>

static uint64_t aligned(uint64_t offset, uint64_t align)
{
    return (offset + align - 1) / align * align;
}

// ---- Heads

static void put_kernel_parameter(const Variable *parameter, const char *name, uint32_t index,
                                 Text *out)
{
    const Type *type = parameter->type->unqualified;
    uint64_t size = type_size(type);
    text_put(out, index == 0 ? "\n" : ",\n");
    if (type_is_scalar(type) && size <= 8) {
        const char *kind = type_is_floating(type) ? "f" : "u";
        text_printf(out, "\t.param .%s%" PRIu64 " %s_param_%" PRIu32, kind, size * 8, name, index);
    } else {
        text_printf(out, "\t.param .align %" PRIu32 " .b8 %s_param_%" PRIu32 "[%" PRIu64 "]",
                    type_align(type), name, index, size == 0 ? 1 : size);
    }
}

static void put_launch_bounds(const Function *function, Text *out)
{
    if (function->max_threads != 0) {
        text_printf(out, ".maxntid %" PRIu32 ", 1, 1\n", function->max_threads);
    }
    if (function->min_blocks != 0) {
        text_printf(out, ".minnctapersm %" PRIu32 "\n", function->min_blocks);
    }
    if (function->max_registers != 0) {
        text_printf(out, ".maxnreg %" PRIu32 "\n", function->max_registers);
    }
    if (function->cluster[0] != 0) {
        text_printf(out,
                    ".explicitcluster\n.reqnctapercluster %" PRIu32 ", %" PRIu32 ", %" PRIu32 "\n",
                    function->cluster[0], function->cluster[1] == 0 ? 1 : function->cluster[1],
                    function->cluster[2] == 0 ? 1 : function->cluster[2]);
    }
    if (function->max_blocks_per_cluster != 0) {
        text_printf(out, ".maxclusterrank %" PRIu32 "\n", function->max_blocks_per_cluster);
    }
}

static void put_kernel_head(const Emitter *e, const Function *function)
{
    Text *out = e->ptx;
    bool is_local = e->module->is_relocatable && function->is_internal;
    bool is_weak = e->module->is_relocatable && function->is_inline;
    if (is_local) {
        text_printf(out, ".entry %s(", function->mangled);
    } else {
        text_printf(out, "\t// .globl\t%s\n%s .entry %s(", function->mangled,
                    is_weak ? ".weak" : ".visible", function->mangled);
    }
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        put_kernel_parameter(function->parameters[i], function->mangled, i, out);
    }
    text_put(out, "\n)\n");
}

static IrType parameter_type(const Type *type)
{
    type = type->unqualified;
    if (type_is_double(type) || (!type_is_floating(type) && type_size(type) == 8) ||
        !type_is_scalar(type)) {
        return IR_I64; // classes go by pointer
    }
    return IR_I32;
}

static void put_parameter(const char *name, uint32_t index, IrType type, Text *out)
{
    bool is_wide = type == IR_I64 || type == IR_F64 || type == IR_POINTER;
    text_printf(out, "%s\n\t.param .b%d %s_param_%" PRIu32, index == 0 ? "" : ",",
                is_wide ? 64 : 32, name, index);
}

static bool is_class(const Type *type)
{
    return type->kind == TYPE_CLASS || type->kind == TYPE_ARRAY;
}

static void put_device_head(const IrFunction *f, Text *out)
{
    const Function *function = f->function;
    uint32_t index = 0;
    text_put(out, !f->is_visible ? "" : function->is_inline ? ".weak " : ".visible ");
    text_put(out, ".func ");
    if (f->result != IR_VOID) {
        bool is_wide = f->result == IR_I64 || f->result == IR_F64 || f->result == IR_POINTER;
        text_printf(out, " (.param .b%d func_retval0) ", is_wide ? 64 : 32);
    }
    text_printf(out, "%s(", function->mangled);
    if (is_class(function->result)) {
        put_parameter(function->mangled, index++, IR_I64, out);
    }
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        put_parameter(function->mangled, index++, parameter_type(function->parameters[i]->type),
                      out);
    }
    text_put(out, index == 0 ? ")\n" : "\n)\n");
}

// Functions without a body have their parameters' types alone.
static void put_external_head(const IrFunction *f, Text *out)
{
    const Type *type = f->function->type;
    uint32_t index = 0;
    text_put(out, ".extern .func ");
    if (f->result != IR_VOID) {
        bool is_wide = f->result == IR_I64 || f->result == IR_F64 || f->result == IR_POINTER;
        text_printf(out, " (.param .b%d func_retval0) ", is_wide ? 64 : 32);
    }
    text_printf(out, "%s(", f->function->mangled);
    if (is_class(f->function->result)) {
        put_parameter(f->function->mangled, index++, IR_I64, out);
    }
    for (uint32_t i = 0; i < type->parameter_count; i++) {
        const PackedArguments *packed = call_packs(f->function, i);
        if (packed != NULL) {
            text_printf(out,
                        "%s\n\t.param .align %" PRIu32 " .b8 %s_param_%" PRIu32 "[%" PRIu32 "]",
                        index == 0 ? "" : ",", packed->member_bytes, f->function->mangled, index,
                        packed->count * packed->member_bytes);
            index++;
            i += packed->count - 1;
            continue;
        }
        put_parameter(f->function->mangled, index++, parameter_type(type->parameters[i]), out);
    }
    text_put(out, "\n)\n");
}

// Without launch bounds, which ptxas takes at the definition alone.
void write_kernel_declaration(Emitter *e, const Function *kernel)
{
    put_kernel_head(e, kernel);
    text_put(e->ptx, ";\n");
}

void write_declaration(Emitter *e, const IrFunction *function)
{
    if (function->entry == NULL) {
        put_external_head(function, e->ptx);
    } else {
        put_device_head(function, e->ptx);
    }
    text_put(e->ptx, ";\n");
}

// ---- Places of the source

static uint32_t file_number(Emitter *e, uint32_t file)
{
    if (e->file_numbers[file] == 0) {
        e->files_used[e->file_count] = file;
        e->file_numbers[file] = ++e->file_count;
    }
    return e->file_numbers[file];
}

// Whether the instruction has a place of its own in its line: findings point at accesses.
static bool has_column(const IrInstruction *at)
{
    return at->op == IR_LOAD || at->op == IR_STORE || at->op == IR_ATOMIC;
}

static void write_location(Writer *w, const IrInstruction *at)
{
    Emitter *e = w->emitter;
    SourceLocation location = at->location, last = w->last_location;
    bool is_same = location.line == last.line && location.file == last.file &&
                   (location.column == last.column || !has_column(at));
    if (e->options->is_line_info_off || location.line == 0 || is_same ||
        e->module->tree->source == NULL || location.file >= e->module->tree->source->file_count) {
        return;
    }
    w->last_location = location;
    write_line(w, ".loc\t%" PRIu32 " %" PRIu32 " %" PRIu32, file_number(e, location.file),
               location.line, location.column);
}

// ---- Local memory

static void place_locals(Writer *w)
{
    uint64_t print_bytes = 0;
    w->local_offsets = arena_alloc(&w->arena, w->function->instruction_count * sizeof(uint64_t));
    w->local_align = 8;
    for (IrBlock *block = w->function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (at->op == IR_LOCAL && at->use_count > 0) {
                uint32_t align = at->align_bytes == 0 ? 1 : at->align_bytes;
                w->local_bytes = aligned(w->local_bytes, align);
                w->local_offsets[at->number] = w->local_bytes;
                w->local_bytes += at->size_bytes;
                w->local_align = align > w->local_align ? align : w->local_align;
            } else if (at->op == IR_PRINTF && printf_bytes(at) > print_bytes) {
                print_bytes = printf_bytes(at);
            }
        }
    }
    if (print_bytes > 0) {
        w->print_offset = aligned(w->local_bytes, 8);
        w->local_bytes = w->print_offset + print_bytes;
        w->uses_spl = true;
    }
}

static void place_parameters(Writer *w)
{
    const Function *function = w->function->function;
    uint64_t offset = 0;
    w->parameter_count = function->parameter_count;
    w->parameter_offsets =
        arena_alloc(&w->arena, (function->parameter_count + 1) * sizeof(uint64_t));
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        const Type *type = function->parameters[i]->type;
        uint64_t size = type_size(type);
        offset = aligned(offset, type_align(type));
        w->parameter_offsets[i] = offset;
        offset += size == 0 ? 1 : size;
    }
}

// ---- Bodies

static void write_block(Writer *w, IrBlock *block, const IrBlock *next)
{
    if (w->has_label[block->number]) {
        text_put(&w->body, "\n");
        control_label(w, block, &w->body);
        text_put(&w->body, ":\n");
        if (block->unroll == UNROLL_COUNT && block->unroll_count == 1) {
            write_line(w, ".pragma \"nounroll\";");
        }
    }
    w->constant_count = 0;
    w->block_start = w->body.size_bytes;
    control_copies_after(w, block);
    for (IrInstruction *at = block->first; at != block->last; at = at->next) {
        shown_notes_here(w, at);
        if (w->is_wanted[at->number]) {
            if (at->op != IR_PHI && at->op != IR_RESULT && !want_is_symbolic(at)) {
                write_location(w, at);
            }
            write_instruction(w, at);
        }
        shown_value_here(w, at);
    }
    shown_notes_here(w, block->last);
    control_copies_before(w, block);
    if (block->last->op != IR_JUMP) {
        write_location(w, block->last);
    }
    control_terminator(w, block, next);
}

static void write_body(Writer *w)
{
    IrBlock *pending = NULL;
    for (uint32_t i = 0; i < w->order_count; i++) {
        IrBlock *block = w->order[i];
        if (i > 0 && order_resolve(w, block) != block) {
            continue;
        }
        if (pending != NULL) {
            write_block(w, pending, block);
        }
        pending = block;
    }
    write_block(w, pending, NULL);
}

static void put_registers(const Writer *w, Text *out)
{
    static const struct {
        const char *type, *name;
    } kinds[REGISTER_KINDS] = {{".pred", "%p"}, {".b16", "%rs"}, {".b32", "%r"},
                               {".b64", "%rd"}, {".f32", "%f"},  {".f64", "%fd"}};
    static const RegisterKind order[] = {REGISTER_P, REGISTER_RS, REGISTER_F,
                                         REGISTER_R, REGISTER_FD, REGISTER_RD};
    for (size_t i = 0; i < REGISTER_KINDS; i++) {
        RegisterKind kind = order[i];
        if (w->register_counts[kind] > 0) {
            text_printf(out, "\t.reg %s \t%s<%" PRIu32 ">;\n", kinds[kind].type, kinds[kind].name,
                        w->register_counts[kind] + 1);
        }
    }
}

static void put_frame(const Writer *w, Text *out, bool is_setup)
{
    uint32_t number = w->emitter->function_number;
    if (w->local_bytes == 0 || !w->uses_spl) {
        return;
    }
    if (!is_setup) {
        text_printf(out,
                    "\t.local .align %" PRIu32 " .b8 \t__local_depot%" PRIu32 "[%" PRIu64 "];\n"
                    "\t.reg .b64 \t%%SP;\n\t.reg .b64 \t%%SPL;\n",
                    w->local_align, number, w->local_bytes);
    } else {
        text_printf(out, "\tmov.u64 \t%%SPL, __local_depot%" PRIu32 ";\n", number);
        text_put(out, w->uses_sp ? "\tcvta.local.u64 \t%SP, %SPL;\n" : "");
    }
}

void write_function(Emitter *e, IrFunction *function)
{
    Writer w = {.emitter = e, .function = function};
    order_split_edges(function);
    order_blocks(&w);
    want_find(&w);
    live_find(&w);
    coalesce_phis(&w);
    early_find(&w);
    place_locals(&w);
    if (function->function->is_kernel) {
        place_parameters(&w);
        put_kernel_head(e, function->function);
        put_launch_bounds(function->function, e->ptx);
    } else {
        put_device_head(function, e->ptx);
    }
    control_labels(&w);
    shown_skip_blocks(&w);
    write_body(&w);
    size_t start = e->ptx->size_bytes;
    text_put(e->ptx, "{\n");
    put_frame(&w, e->ptx, false);
    put_registers(&w, e->ptx);
    write_shared_of(e, function, e->ptx);
    text_put(e->ptx, "\n");
    put_frame(&w, e->ptx, true);
    text_put(e->ptx, text_string(&w.body));
    text_put(e->ptx, "\n}\n");
    if (w.uses_spl) {
        name_locals(&w);
    }
    if (!e->options->is_line_info_off) {
        shown_write(&w, text_string(e->ptx) + start);
    }
    text_destroy(&w.body);
    arena_clear(&w.arena);
    e->function_number++;
}
