// SPDX-License-Identifier: Apache-2.0
// Comments that say where variables are (isa/base/source_variable.h): the names and notes of
// isa/cuda/ir/shown.h as places in the text and registers.
#include "isa/base/source_variable.h"
#include "isa/cuda/emit/write.h"

#include <inttypes.h>
#include <string.h>

// A place in the body where something happens to variables.
struct ShownPlace {
    size_t offset;        // in the body
    bool is_start;        // nothing of the block is before it
    IrInstruction *value; // computed there, or NULL:
    const IrNote *notes;
};

static void add_place(Writer *w, IrInstruction *value, const IrNote *notes)
{
    w->shown = arena_room(&w->arena, w->shown, w->shown_count, &w->shown_room, sizeof *w->shown);
    w->shown[w->shown_count++] =
        (ShownPlace){w->body.size_bytes, w->body.size_bytes == w->block_start, value, notes};
}

void shown_value_here(Writer *w, IrInstruction *value)
{
    if (value->names != NULL) {
        add_place(w, value, NULL);
    }
}

void shown_notes_here(Writer *w, const IrInstruction *at)
{
    if (at->notes != NULL) {
        add_place(w, NULL, at->notes);
    }
}

// Blocks that are not written because they only jump: what they note happens where control comes
// from or goes to.
void shown_skip_blocks(Writer *w)
{
    for (uint32_t i = 1; i < w->order_count; i++) {
        if (order_resolve(w, w->order[i]) != w->order[i]) {
            shown_skip(w->order[i]);
        }
    }
}

// --- variables that are told of

typedef struct Rows {
    const Writer *w;
    const IrModule *module;
    bool *is_told;      // by id: some place gives it a value
    bool *is_in_memory; // by id
    Text text;
    uint32_t count; // of instructions before the place
    bool is_start;
} Rows;

static bool is_in_register(const Writer *w, IrInstruction *value)
{
    value = want_resolve(value);
    uint32_t id = value->block == NULL ? 0 : w->value_ids[value->number];
    return id != 0 && w->is_wanted[value->number] &&
           w->register_numbers[coalesce_class(w, id)] != 0;
}

static void find_in_memory(Rows *rows)
{
    for (const IrBlock *block = rows->w->function->entry; block != NULL; block = block->next) {
        for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
            rows->is_in_memory[at->shown] |= at->op == IR_LOCAL;
        }
    }
}

static void tell_note(void *context, const IrNote *note)
{
    Rows *rows = context;
    rows->is_told[note->shown] |= note->kind != IR_NOTE_LOST;
}

static void find_told(Rows *rows)
{
    for (uint32_t i = 0; i < rows->w->shown_count; i++) {
        const ShownPlace *place = &rows->w->shown[i];
        bool is_kept = place->value != NULL && is_in_register(rows->w, place->value);
        for (const IrNames *at = is_kept ? place->value->names : NULL; at != NULL; at = at->next) {
            rows->is_told[at->shown] = true;
        }
        shown_each(place->notes, tell_note, rows);
    }
}

// Behind the last instruction, or before the block's first one.
static void put_row(Rows *rows, SourceSet set)
{
    if (rows->is_told[set.variable]) {
        set.is_before = rows->is_start;
        set.instruction = rows->count - !rows->is_start;
        source_set_write(&set, &rows->text);
    }
}

static void put_note(void *context, const IrNote *note)
{
    static const SourceSetKind kinds[] = {SOURCE_SET_LOST, SOURCE_SET_CONSTANT,
                                          SOURCE_SET_VARIABLE};
    Rows *rows = context;
    SourceSet set = {.variable = note->shown, .kind = kinds[note->kind], .bits = note->bits};
    set.from = note->from;
    put_row(rows, set);
}

static void put_names(Rows *rows, IrInstruction *value)
{
    bool is_kept = is_in_register(rows->w, value);
    Word word = {""};
    if (is_kept) {
        word = register_of((Writer *)rows->w, want_resolve(value));
    }
    for (const IrNames *at = value->names; at != NULL; at = at->next) {
        SourceSet set = {.variable = at->shown,
                         .kind = is_kept ? SOURCE_SET_REGISTER : SOURCE_SET_LOST,
                         .name = word.text,
                         .name_bytes = (uint32_t)strlen(word.text)};
        put_row(rows, set);
    }
}

// Statements of a function's text, without directives and declarations.
static uint32_t count_instructions(const char **at, const char *end)
{
    uint32_t count = 0;
    while (*at < end) {
        const char *start = *at + strspn(*at, " \t\n{}");
        if (start >= end) {
            *at = end;
        } else if (strncmp(start, "//", 2) == 0 || strncmp(start, ".loc", 4) == 0) {
            *at = start + strcspn(start, "\n");
        } else {
            const char *stop = start + strcspn(start, ";:\n");
            while (*stop == '\n' || (*stop == ':' && stop[1] == ':')) { // a statement of many lines
                stop += 1 + (*stop == ':');
                stop += strcspn(stop, ";:\n");
            }
            count += *stop == ';' && *start != '.';
            *at = stop + (*stop != '\0');
        }
    }
    return count;
}

static void put_rows(Rows *rows, const char *function)
{
    const Writer *w = rows->w;
    const char *at = function;
    const char *body = strstr(function, text_string(&w->body));
    for (uint32_t i = 0; body != NULL && i < w->shown_count; i++) {
        const ShownPlace *place = &w->shown[i];
        rows->count += count_instructions(&at, body + place->offset);
        rows->is_start = place->is_start;
        if (place->value != NULL) {
            put_names(rows, place->value);
        }
        shown_each(place->notes, put_note, rows);
    }
}

// --- types

static const Type *beneath(const Type *type)
{
    type = type->unqualified;
    return type->kind == TYPE_ENUM ? type->enumeration->underlying->unqualified : type;
}

// The scalar at this offset of a type, whose path is added: ".position[2]". NULL: none is.
static const Type *enter(const Type *type, uint64_t offset, Text *path)
{
    type = beneath(type);
    if (type->kind == TYPE_ARRAY) {
        const Type *element = type->base->unqualified;
        uint64_t size = type_size(element);
        if (size == 0 || offset / size >= type->count) {
            return NULL;
        }
        text_printf(path, "[%" PRIu64 "]", offset / size);
        return enter(element, offset % size, path);
    }
    if (type->kind != TYPE_CLASS) {
        return offset == 0 ? type : NULL;
    }
    for (uint32_t i = 0; i < type->class_->field_count; i++) {
        const Field *field = &type->class_->fields[i];
        uint64_t size = type_size(field->type);
        if (field->bit_width == 0 && offset >= field->offset_bytes &&
            offset - field->offset_bytes < size) {
            text_printf(path, "%s%s", field->name == NULL ? "" : ".",
                        field->name == NULL ? "" : field->name);
            return enter(field->type, offset - field->offset_bytes, path);
        }
    }
    return NULL;
}

static SourceForm form_of(const Type *type)
{
    uint64_t size = type_size(type);
    switch (type->kind) {
    case TYPE_BOOL: return SOURCE_FORM_BOOL;
    case TYPE_POINTER: return SOURCE_FORM_POINTER;
    case TYPE_CHAR: return SOURCE_FORM_CHAR;
    default: break;
    }
    if (type_is_floating(type)) {
        return size == 8 ? SOURCE_FORM_F64 : size == 4 ? SOURCE_FORM_F32 : SOURCE_FORM_BITS;
    }
    return type_is_signed(type) ? (size == 8 ? SOURCE_FORM_S64 : SOURCE_FORM_S32)
                                : (size == 8 ? SOURCE_FORM_U64 : SOURCE_FORM_U32);
}

// Rows are lines of words between tabs: a path that has either character has none.
static bool is_row_of(const Source *source, uint32_t file)
{
    return file < source->file_count && strpbrk(source->files[file].path, "\t\n") == NULL;
}

// All but the name and the form.
static SourceVariable describe(const Rows *rows, uint32_t id)
{
    const IrShown *shown = &rows->module->shown[id];
    const Source *source = rows->module->tree->source;
    SourceVariable variable = {.id = id, .whole = shown->whole};
    variable.first_line = shown->variable->is_parameter ? shown->function->location.line
                                                        : shown->variable->location.line;
    variable.end_line = shown->variable->end_line != 0 ? shown->variable->end_line
                                                       : shown->function->body->end.line;
    variable.function = shown->function->name;
    variable.function_bytes = (uint32_t)strlen(variable.function);
    variable.file = source->files[shown->variable->location.file].path;
    variable.file_bytes = (uint32_t)strlen(variable.file);
    return variable;
}

static void name_as(SourceVariable *variable, const Text *name)
{
    variable->name = text_string(name);
    variable->name_bytes = (uint32_t)name->size_bytes;
}

static void put_variable(const Rows *rows, uint32_t id, Text *out)
{
    const IrShown *shown = &rows->module->shown[id];
    Text name = {0};
    text_put(&name, shown->variable->name);
    const Type *type = enter(shown->variable->type->unqualified, shown->offset_bytes, &name);
    if (type != NULL && is_row_of(rows->module->tree->source, shown->variable->location.file)) {
        SourceVariable variable = describe(rows, id);
        variable.form = form_of(type);
        name_as(&variable, &name);
        source_variable_write(rows->w->function->function->mangled, &variable, out);
    }
    text_destroy(&name);
}

// --- in local memory

#define SCALARS_MAX 64u // rows of a variable

typedef struct MemoryRows {
    const Rows *rows;
    SourceMemory memory;
    uint32_t count;
    Text *out;
} MemoryRows;

static void put_scalars(MemoryRows *to, const Type *type, Text *name);

static void put_fields(MemoryRows *to, const Type *type, Text *name)
{
    uint64_t start = to->memory.offset_bytes;
    size_t name_bytes = name->size_bytes;
    for (uint32_t i = 0; i < type->class_->field_count; i++) {
        const Field *field = &type->class_->fields[i];
        bool is_library = field->name != NULL && strncmp(field->name, "__", 2) == 0;
        if (field->bit_width == 0 && !is_library) {
            text_printf(name, "%s%s", field->name == NULL ? "" : ".",
                        field->name == NULL ? "" : field->name);
            to->memory.offset_bytes = start + field->offset_bytes;
            put_scalars(to, field->type, name);
            name->size_bytes = name_bytes;
        }
    }
    to->memory.offset_bytes = start;
}

// A row for each scalar that a variable consists of; elements share one.
static void put_scalars(MemoryRows *to, const Type *type, Text *name)
{
    SourceMemory *memory = &to->memory;
    type = beneath(type);
    uint32_t depth = memory->dimension_count;
    size_t name_bytes = name->size_bytes;
    if (type->kind == TYPE_ARRAY && depth < SOURCE_DIMENSIONS_MAX && type->count <= UINT32_MAX) {
        memory->count[depth] = (uint32_t)type->count;
        memory->stride_bytes[depth] = type_size(type->base);
        memory->dimension_count++;
        text_put(name, "[]");
        put_scalars(to, type->base, name);
        name->size_bytes = name_bytes;
        memory->dimension_count--;
    } else if (type->kind == TYPE_CLASS) {
        put_fields(to, type, name);
    } else if (type_is_scalar(type) && type_size(type) <= 8 && to->count < SCALARS_MAX) {
        memory->size_bytes = (uint32_t)type_size(type);
        memory->variable.form = form_of(type);
        name_as(&memory->variable, name);
        source_memory_write(to->rows->w->function->function->mangled, memory, to->out);
        to->count++;
    }
}

static void put_in_memory(const Rows *rows, const IrInstruction *local, Text *out)
{
    const Source *source = rows->module->tree->source;
    const IrShown *shown = &rows->module->shown[local->shown];
    bool is_whole = local->shown != 0 && shown->whole == local->shown && local->use_count > 0 &&
                    shown->variable != NULL && local->variable == shown->variable;
    if (is_whole && is_row_of(source, shown->variable->location.file)) {
        MemoryRows to = {.rows = rows, .out = out};
        Text name = {0};
        to.memory.variable = describe(rows, local->shown);
        to.memory.offset_bytes = rows->w->local_offsets[local->number];
        text_put(&name, shown->variable->name);
        put_scalars(&to, shown->variable->type, &name);
        text_destroy(&name);
    }
}

static void put_all_in_memory(const Rows *rows, Text *out)
{
    for (const IrBlock *block = rows->w->function->entry; block != NULL; block = block->next) {
        for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (at->op == IR_LOCAL) {
                put_in_memory(rows, at, out);
            }
        }
    }
}

void shown_write(Writer *w, const char *function)
{
    const IrModule *module = w->emitter->module;
    Rows rows = {.w = w, .module = module};
    Text *out = &w->emitter->names;
    rows.is_told = arena_alloc(&w->arena, module->shown_count + 1);
    rows.is_in_memory = arena_alloc(&w->arena, module->shown_count + 1);
    find_told(&rows);
    find_in_memory(&rows);
    for (uint32_t id = 1; id < module->shown_count; id++) {
        const IrShown *shown = &module->shown[id];
        bool is_own = shown->function == w->function->function && shown->whole == id &&
                      shown->variable != NULL && !rows.is_in_memory[id] &&
                      type_is_scalar(shown->variable->type->unqualified);
        if (shown->variable != NULL && (rows.is_told[id] || is_own)) {
            put_variable(&rows, id, out);
        }
    }
    put_all_in_memory(&rows, out);
    put_rows(&rows, function);
    source_sets_write(w->function->function->mangled, text_string(&rows.text), out);
    text_destroy(&rows.text);
}
