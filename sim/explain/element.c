// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/element.h"

#include "isa/base/bits.h"

#include <stdlib.h>
#include <string.h>

// --- the arrays of a launch

static void add_array(Elements *elements, const LaunchRecord *record, ElementArray array)
{
    bool is_named =
        source_name_find(record->program->module->source, array.variable->name, &array.name);
    if (is_named && (array.name.shape[0] == '[' || array.name.members_bytes > 0)) {
        elements->arrays[elements->count++] = array;
    }
}

static void add_shared(Elements *elements, const LaunchRecord *record)
{
    const MachineProgram *program = record->program;
    for (uint32_t i = 0; i < program->shared_count; i++) {
        add_array(elements, record,
                  (ElementArray){.variable = program->shared[i],
                                 .space = ACCESS_SHARED,
                                 .base = program->shared_offset[i],
                                 .size_bytes = program->shared[i]->size_bytes});
    }
    // Dynamic shared memory lies behind the static one; several arrays there are one place.
    const PtxModule *module = program->module;
    const PtxVariable *dynamic = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        bool is_dynamic =
            module->variables[i]->space == PTX_SPACE_SHARED && module->variables[i]->is_extern;
        dynamic = is_dynamic ? module->variables[i] : dynamic;
        count += is_dynamic;
    }
    if (count == 1 && record->dynamic_shared_bytes > 0) {
        add_array(elements, record,
                  (ElementArray){.variable = dynamic,
                                 .space = ACCESS_SHARED,
                                 .base = program->shared_bytes,
                                 .size_bytes = record->dynamic_shared_bytes});
    }
}

static void add_parameters(Elements *elements, const LaunchRecord *record)
{
    const PtxFunction *entry = record->program->entry;
    for (uint32_t i = 0; record->parameters != NULL && i < entry->parameter_count; i++) {
        ElementArray array = {.variable = entry->parameters[i], .space = ACCESS_GLOBAL};
        if (array.variable->size_bytes == sizeof array.base) {
            memcpy(&array.base, record->parameters + entry->parameter_offset[i], sizeof array.base);
            add_array(elements, record, array);
        }
    }
}

static void add_globals(Elements *elements, const LaunchRecord *record)
{
    for (uint32_t i = 0; i < record->symbol_count; i++) {
        const PlacedVariable *symbol = &record->symbols[i];
        bool is_constant = symbol->variable->space == PTX_SPACE_CONST;
        add_array(elements, record,
                  (ElementArray){.variable = symbol->variable,
                                 .space = is_constant ? ACCESS_CONSTANT : ACCESS_GLOBAL,
                                 .base = symbol->address,
                                 .size_bytes = symbol->variable->size_bytes});
    }
}

// The kernel's frame of locals, with which its local memory begins.
static void add_locals(Elements *elements, const LaunchRecord *record)
{
    const PtxFunction *entry = record->program->entry;
    for (uint32_t i = 0; i < entry->variable_count; i++) {
        if (entry->variables[i]->space == PTX_SPACE_LOCAL) {
            add_array(elements, record,
                      (ElementArray){.variable = entry->variables[i],
                                     .space = ACCESS_LOCAL,
                                     .size_bytes = entry->variables[i]->size_bytes});
            return;
        }
    }
}

Elements elements_find(const LaunchRecord *record, Arena *arena)
{
    const MachineProgram *program = record->program;
    Elements elements = {0};
    if (program->entry == NULL) { // a program that a test made
        return elements;
    }
    uint32_t most = program->shared_count + 2 + program->entry->parameter_count +
                    program->entry->variable_count + record->symbol_count;
    elements.arrays = arena_alloc(arena, most * sizeof *elements.arrays);
    add_shared(&elements, record);
    add_parameters(&elements, record);
    add_globals(&elements, record);
    add_locals(&elements, record);
    return elements;
}

// --- names

static const ElementArray *array_of(const Elements *elements, const PtxVariable *variable,
                                    const Access *access, uint64_t address)
{
    for (uint32_t i = 0; i < elements->count; i++) {
        const ElementArray *array = &elements->arrays[i];
        bool is_placed = access->space == ACCESS_SHARED || access->space == ACCESS_LOCAL;
        bool is_meant = is_placed || array->variable == variable;
        bool is_inside = address >= array->base &&
                         (array->size_bytes == 0 || address - array->base < array->size_bytes);
        if (array->space == access->space && is_meant && is_inside) {
            return array;
        }
    }
    return NULL;
}

const ElementArray *element_array(const Elements *elements, const PtxVariable *array,
                                  const Access *access, uint32_t lane)
{
    return array_of(elements, array, access, access->address[lane]);
}

bool element_put(const Elements *elements, const PtxVariable *array, const Access *access,
                 uint32_t lane, Text *out)
{
    uint64_t address = access->address[lane];
    const ElementArray *found = array_of(elements, array, access, address);
    if (found == NULL) {
        return false;
    }
    Text quoted = {0};
    source_name_put(&found->name, address - found->base, access->width_bytes, &quoted);
    for (const char *at = text_string(&quoted); *at != '\0'; at++) {
        if (*at != '\'') {
            text_add(out, at, 1);
        }
    }
    text_destroy(&quoted);
    return true;
}

// --- one name for all lanes

enum { INDICES_MAX = 12, NAME_MAX = 200 };

// A name with its indices taken out: "tile[#][#]".
typedef struct Skeleton {
    char text[NAME_MAX];
    int64_t indices[INDICES_MAX];
    uint32_t count;
} Skeleton;

static bool take_apart(const char *name, Skeleton *skeleton)
{
    uint32_t size = 0;
    skeleton->count = 0;
    while (*name != '\0') {
        if (size + 2 > NAME_MAX || skeleton->count == INDICES_MAX) {
            return false;
        }
        skeleton->text[size++] = *name;
        if (*name++ == '[') {
            char *end;
            skeleton->indices[skeleton->count++] = strtoll(name, &end, 10);
            name = end;
        }
    }
    skeleton->text[size] = '\0';
    return true;
}

// Of all lanes of the accesses, the indices in the order of the name.
typedef struct NameTable {
    char text[NAME_MAX]; // of the first
    uint32_t count;
    LaneValues values[INDICES_MAX][ELEMENT_WARPS_MAX];
} NameTable;

static bool take_lane(NameTable *table, const char *name, bool is_first, uint32_t warp,
                      uint32_t lane)
{
    Skeleton skeleton;
    if (!take_apart(name, &skeleton)) {
        return false;
    }
    if (is_first) {
        memcpy(table->text, skeleton.text, sizeof table->text);
        table->count = skeleton.count;
    } else if (skeleton.count != table->count || strcmp(skeleton.text, table->text) != 0) {
        return false;
    }
    for (uint32_t i = 0; i < skeleton.count; i++) {
        table->values[i][warp].lanes |= UINT32_C(1) << lane;
        table->values[i][warp].at[lane] = skeleton.indices[i];
    }
    return true;
}

static bool fill(NameTable *table, const Elements *elements, const PtxVariable *array,
                 const ElementAccess *accesses, uint32_t count)
{
    bool is_first = true;
    for (uint32_t warp = 0; warp < count; warp++) {
        for (uint32_t i = 0; i < INDICES_MAX; i++) {
            table->values[i][warp].warp = accesses[warp].warp;
        }
        for (uint32_t rest = accesses[warp].access->lanes; rest != 0; rest &= rest - 1) {
            uint32_t lane = bits_lowest(rest);
            Text name = {0};
            bool is_taken = element_put(elements, array, accesses[warp].access, lane, &name) &&
                            take_lane(table, text_string(&name), is_first, warp, lane);
            text_destroy(&name);
            if (!is_taken) {
                return false;
            }
            is_first = false;
        }
    }
    return !is_first;
}

static bool put_table(const NameTable *table, uint32_t count, Text *out, bool *has_warp)
{
    Affine affine[INDICES_MAX];
    for (uint32_t i = 0; i < table->count; i++) {
        if (!affine_fit(table->values[i], count, &affine[i])) {
            return false;
        }
    }
    uint32_t index = 0;
    *has_warp = false;
    for (const char *at = table->text; *at != '\0'; at++) {
        text_add(out, at, 1);
        if (*at == '[') {
            *has_warp |= affine[index].by_warp != 0;
            affine_put(&affine[index++], out);
        }
    }
    return true;
}

bool element_put_all(const Elements *elements, const PtxVariable *array,
                     const ElementAccess *accesses, uint32_t count, Text *out, bool *has_warp)
{
    NameTable *table = calloc(1, sizeof *table);
    bool is_done = table != NULL && count <= ELEMENT_WARPS_MAX &&
                   fill(table, elements, array, accesses, count) &&
                   put_table(table, count, out, has_warp);
    free(table);
    return is_done;
}
