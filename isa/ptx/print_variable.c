// SPDX-License-Identifier: Apache-2.0
// Variables and parameters as text, initial values included.
#include "isa/ptx/print.h"

#include "isa/ptx/tables.h"

#include <inttypes.h>

static const char *space_text(PtxSpace space)
{
    switch (space) {
    case PTX_SPACE_GLOBAL: return ".global";
    case PTX_SPACE_SHARED: return ".shared";
    case PTX_SPACE_LOCAL: return ".local";
    case PTX_SPACE_CONST: return ".const";
    case PTX_SPACE_PARAM: return ".param";
    default: return ".reg";
    }
}

static void print_dimensions(const PtxVariable *variable, Text *out)
{
    for (uint32_t i = 0; i < variable->dimension_count; i++) {
        bool is_open = variable->dimension[i] == 0 && i == 0 && variable->initial == NULL;
        if (is_open) {
            text_put(out, "[]");
        } else {
            text_printf(out, "[%" PRIu64 "]", variable->dimension[i]);
        }
    }
}

// Space, alignment where it is not the natural one, vector, type.
static void print_kind(const PtxVariable *variable, Text *out)
{
    text_put(out, space_text(variable->space));
    if (variable->is_managed) {
        text_put(out, " .attribute(.managed)");
    }
    if (variable->unified != NULL) {
        text_printf(out, " .attribute(.unified(%s))", variable->unified);
    }
    if (variable->alignment_bytes != ptx_type_bytes(variable->type) * variable->vector) {
        text_printf(out, " .align %u", variable->alignment_bytes);
    }
    if (variable->vector > 1) {
        text_printf(out, " .v%u", variable->vector);
    }
    text_printf(out, " %s", ptx_suffix_name(variable->type));
}

void ptx_print_parameter(const PtxVariable *parameter, Text *out)
{
    print_kind(parameter, out);
    if (parameter->is_pointer) {
        text_put(out, " .ptr");
        if (parameter->pointed_space != PTX_SPACE_GENERIC) {
            text_printf(out, " %s", space_text(parameter->pointed_space));
        }
        if (parameter->pointed_alignment > 0) {
            text_printf(out, " .align %u", parameter->pointed_alignment);
        }
    }
    text_printf(out, " %s", parameter->name);
    print_dimensions(parameter, out);
}

typedef struct PtxRelocation PtxRelocation;

static void print_symbol(const PtxRelocation *relocation, Text *out)
{
    const char *name =
        relocation->variable != NULL ? relocation->variable->name : relocation->function->name;
    text_printf(out, relocation->is_generic ? "generic(%s)" : "%s", name);
    if (relocation->addend != 0) {
        text_printf(out, "+%" PRId64, relocation->addend);
    }
}

// The relocation that covers an offset, or NULL; `next` moves on as offsets grow.
static const PtxRelocation *relocation_at(const PtxVariable *variable, uint32_t *next,
                                          uint64_t offset)
{
    while (*next < variable->relocation_count) {
        const PtxRelocation *relocation = &variable->relocations[*next];
        if (offset < relocation->offset) {
            return NULL;
        }
        if (offset < relocation->offset + relocation->size_bytes) {
            return relocation;
        }
        (*next)++;
    }
    return NULL;
}

static void print_bits(const PtxVariable *variable, uint64_t bits, Text *out)
{
    unsigned width = ptx_type_bits(variable->type);
    if (variable->type == PTX_TYPE_F32) {
        text_printf(out, "0f%08" PRIX64, bits);
    } else if (variable->type == PTX_TYPE_F64) {
        text_printf(out, "0d%016" PRIX64, bits);
    } else if (ptx_type_kind(variable->type) == PTX_KIND_SIGNED) {
        text_printf(out, "%" PRId64, (int64_t)(bits << (64 - width)) >> (64 - width));
    } else {
        text_printf(out, "%" PRIu64, bits);
    }
}

// One element: its address, a byte of its address, or its bits.
static void print_element(const PtxVariable *variable, uint32_t *next, uint64_t offset, Text *out)
{
    unsigned bytes = ptx_type_bytes(variable->type);
    const PtxRelocation *relocation = relocation_at(variable, next, offset);
    if (relocation != NULL && relocation->size_bytes == bytes && relocation->shift_bits == 0 &&
        bytes >= 4) {
        print_symbol(relocation, out);
    } else if (relocation != NULL) {
        uint64_t shift = relocation->shift_bits + 8 * (offset - relocation->offset);
        uint64_t ones = bytes >= 8 ? UINT64_MAX : ((uint64_t)1 << (8 * bytes)) - 1;
        text_printf(out, "0x%" PRIX64 "(", ones << shift);
        print_symbol(relocation, out);
        text_put(out, ")");
    } else {
        uint64_t bits = 0;
        for (unsigned i = bytes; i > 0; i--) {
            bits = bits << 8 | variable->initial[offset + i - 1];
        }
        print_bits(variable, bits, out);
    }
}

// Bytes up to the last one that is not zero; what is left out is zero.
static uint64_t significant_bytes(const PtxVariable *variable)
{
    uint64_t end = variable->size_bytes;
    while (end > 0 && variable->initial[end - 1] == 0) {
        end--;
    }
    for (uint32_t i = 0; i < variable->relocation_count; i++) {
        uint64_t stop = variable->relocations[i].offset + variable->relocations[i].size_bytes;
        end = end < stop ? stop : end;
    }
    return end;
}

// The values in [offset, offset + size_bytes) as braces, of one dimension or of a vector's
// components.
static void print_braces(const PtxVariable *variable, uint32_t level, uint32_t *next,
                         uint64_t offset, uint64_t size_bytes, uint64_t end, Text *out)
{
    uint32_t levels = variable->dimension_count + (variable->vector > 1);
    uint64_t count = level < variable->dimension_count && level < 4 ? variable->dimension[level]
                                                                    : variable->vector;
    bool is_vector = level >= variable->dimension_count; // its components are all written
    uint64_t stride = count == 0 ? 0 : size_bytes / count;
    text_put(out, "{");
    for (uint64_t i = 0; i < count && (offset < end || i == 0 || is_vector);
         i++, offset += stride) {
        text_put(out, i == 0 ? "" : ", ");
        if (level + 1 == levels) {
            print_element(variable, next, offset, out);
        } else {
            print_braces(variable, level + 1, next, offset, stride, end, out);
        }
    }
    text_put(out, "}");
}

static void print_initial(const PtxVariable *variable, Text *out)
{
    uint32_t next = 0;
    if (variable->sampler_state != NULL) {
        text_printf(out, " = {%s}", variable->sampler_state);
    }
    if (variable->initial == NULL) {
        return;
    }
    text_put(out, " = ");
    if (variable->dimension_count == 0 && variable->vector == 1) {
        print_element(variable, &next, 0, out);
    } else {
        print_braces(variable, 0, &next, 0, variable->size_bytes, significant_bytes(variable), out);
    }
}

void ptx_print_variable(const PtxVariable *variable, bool is_declaration, Text *out)
{
    if (variable->is_extern || is_declaration) {
        text_put(out, ".extern ");
    } else {
        text_put(out, variable->is_visible ? ".visible " : "");
        text_put(out, variable->is_weak ? ".weak " : "");
        text_put(out, variable->is_common ? ".common " : "");
    }
    print_kind(variable, out);
    text_printf(out, " %s", variable->name);
    print_dimensions(variable, out);
    if (!is_declaration) {
        print_initial(variable, out);
    }
}
