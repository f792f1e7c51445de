// SPDX-License-Identifier: Apache-2.0
#include "sim/report/twins.h"

#include "isa/base/source_name.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum Sign { SIGN_UNKNOWN, SIGN_SIGNED, SIGN_UNSIGNED } Sign;

// A parameter in which launches differ.
typedef struct Difference {
    const PtxVariable *parameter;
    uint32_t offset_bytes;
    const char *name;
    Sign sign;
} Difference;

// Launches of one kernel with the same grid and block, by number.
typedef struct Twins {
    ReportLaunch *const *launches;
    uint32_t count;
    const MachineProgram *program; // of the first that was lowered; NULL: none was
    Difference *differences;
    uint32_t difference_count;
    bool has_devices; // some launch of the report is not of device 0
} Twins;

static int compare_shapes(const ReportLaunch *a, const ReportLaunch *b)
{
    int order = strcmp(a->name, b->name);
    order = order != 0 ? order : memcmp(a->record->grid, b->record->grid, sizeof b->record->grid);
    return order != 0 ? order : memcmp(a->record->block, b->record->block, sizeof b->record->block);
}

static int compare_launches(const void *left, const void *right)
{
    const ReportLaunch *a = *(ReportLaunch *const *)left, *b = *(ReportLaunch *const *)right;
    int order = compare_shapes(a, b);
    return order != 0 ? order : (a->record->id > b->record->id) - (a->record->id < b->record->id);
}

static bool has_values(const Twins *twins, const ReportLaunch *launch)
{
    return launch->record->program == twins->program && launch->record->parameters != NULL;
}

static bool differs(const Twins *twins, uint32_t offset_bytes, size_t size_bytes)
{
    const uint8_t *first = NULL;
    for (uint32_t i = 0; i < twins->count; i++) {
        if (has_values(twins, twins->launches[i])) {
            const uint8_t *value = twins->launches[i]->record->parameters + offset_bytes;
            if (first != NULL && memcmp(first, value, size_bytes) != 0) {
                return true;
            }
            first = first == NULL ? value : first;
        }
    }
    return false;
}

// Behind the parenthesis that opens the parameters in "f<(int)4>(float *, int)"; "" when there is
// none.
static const char *parameter_types(const char *name)
{
    size_t size = strlen(name);
    uint32_t depth = 0;
    while (size-- > 0) {
        depth += name[size] == ')';
        depth -= name[size] == '(' && depth > 0;
        if (depth == 0) {
            return name[size] == '(' ? name + size + 1 : "";
        }
    }
    return "";
}

// Where a type of the list ends: at a comma or parenthesis outside brackets.
static const char *type_end(const char *at)
{
    for (uint32_t depth = 0; *at != '\0' && (depth > 0 || (*at != ',' && *at != ')')); at++) {
        depth += strchr("(<[", *at) != NULL;
        depth -= strchr(")>]", *at) != NULL && depth > 0;
    }
    return at;
}

// PTX does not tell int from unsigned; the kernel's mangled name does, except for enumerations and
// types that are template parameters.
static Sign sign_of(const char *kernel, uint32_t index)
{
    static const char *const types[] = {"int", "long", "long long", "short", "signed char", "char"};
    const char *at = parameter_types(kernel), *end = type_end(at);
    for (; index > 0 && *end == ','; index--) {
        at = end + 1 + strspn(end + 1, " ");
        end = type_end(at);
    }
    for (size_t i = 0; index == 0 && i < sizeof types / sizeof *types; i++) {
        size_t size = strlen(types[i]);
        if (size == (size_t)(end - at) && memcmp(at, types[i], size) == 0) {
            return SIGN_SIGNED;
        }
    }
    return index == 0 && strncmp(at, "unsigned ", strlen("unsigned ")) == 0 ? SIGN_UNSIGNED
                                                                            : SIGN_UNKNOWN;
}

// Numbers alone: addresses and structures say nothing to a reader.
static bool is_number(const PtxVariable *parameter, const SourceName *name)
{
    PtxTypeKind kind = ptx_type_kind(parameter->type);
    bool is_scalar = parameter->size_bytes * 8 == ptx_type_bits(parameter->type);
    bool is_plain = kind == PTX_KIND_UNSIGNED || kind == PTX_KIND_SIGNED ||
                    (kind == PTX_KIND_FLOAT && parameter->size_bytes >= 4);
    return is_scalar && is_plain && name->shape[0] == '-';
}

static void find_differences(Twins *twins, Arena *arena)
{
    const PtxFunction *kernel = twins->program->entry;
    twins->differences =
        arena_alloc(arena, (kernel->parameter_count + 1) * sizeof *twins->differences);
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const PtxVariable *parameter = kernel->parameters[i];
        SourceName name;
        if (differs(twins, kernel->parameter_offset[i], parameter->size_bytes) &&
            source_name_find(twins->program->module->source, parameter->name, &name) &&
            is_number(parameter, &name)) {
            twins->differences[twins->difference_count++] =
                (Difference){.parameter = parameter,
                             .offset_bytes = kernel->parameter_offset[i],
                             .name = arena_text(arena, name.name, name.name_bytes),
                             .sign = sign_of(twins->launches[0]->name, i)};
        }
    }
}

static void put_value(const Difference *difference, const uint8_t *parameters, Text *out)
{
    uint64_t bits = 0;
    size_t size_bytes = difference->parameter->size_bytes;
    memcpy(&bits, parameters + difference->offset_bytes, size_bytes);
    if (ptx_type_kind(difference->parameter->type) == PTX_KIND_FLOAT) {
        float narrow;
        double wide;
        memcpy(&narrow, &bits, sizeof narrow);
        memcpy(&wide, &bits, sizeof wide);
        text_printf(out, "%g", size_bytes == sizeof narrow ? (double)narrow : wide);
        return;
    }
    uint32_t unused = 64 - 8 * (uint32_t)size_bytes;
    int64_t number = (int64_t)(bits << unused) >> unused;
    if (difference->sign == SIGN_SIGNED) {
        text_printf(out, "%" PRId64, number);
    } else if (difference->sign == SIGN_UNSIGNED || number >= 0) {
        text_printf(out, "%" PRIu64, bits);
    } else {
        text_printf(out, "0x%" PRIx64, bits);
    }
}

static void add_tag(const Twins *twins, ReportLaunch *launch, Arena *arena)
{
    Text tag = {0};
    text_printf(&tag, " #%" PRIu32, launch->record->id);
    if (twins->has_devices) {
        text_printf(&tag, " device=%" PRIu32, launch->record->origin.device);
    }
    for (uint32_t i = 0; i < twins->difference_count && has_values(twins, launch); i++) {
        text_printf(&tag, "%s %s=", i > 0 || twins->has_devices ? "," : "",
                    twins->differences[i].name);
        put_value(&twins->differences[i], launch->record->parameters, &tag);
    }
    launch->tag = arena_text(arena, tag.at, tag.size_bytes);
    text_destroy(&tag);
}

static void add_tags(Twins *twins, Arena *arena)
{
    for (uint32_t i = 0; i < twins->count && twins->program == NULL; i++) {
        twins->program = twins->launches[i]->record->program;
    }
    if (twins->program != NULL) {
        find_differences(twins, arena);
    }
    for (uint32_t i = 0; i < twins->count; i++) {
        add_tag(twins, twins->launches[i], arena);
    }
}

void report_add_tags(Report *report)
{
    bool has_devices = false;
    ReportLaunch **launches = arena_alloc(&report->arena, (report->count + 1) * sizeof *launches);
    for (uint32_t i = 0; i < report->count; i++) {
        launches[i] = &report->launches[i];
        launches[i]->tag = "";
        has_devices |= launches[i]->record->origin.device > 0;
    }
    qsort(launches, report->count, sizeof *launches, compare_launches);
    for (uint32_t from = 0, to = 0; from < report->count; from = to) {
        while (to < report->count && compare_shapes(launches[from], launches[to]) == 0) {
            to++;
        }
        Twins twins = {.launches = launches + from, .count = to - from, .has_devices = has_devices};
        if (twins.count > 1 || has_devices) {
            add_tags(&twins, &report->arena);
        }
    }
}
