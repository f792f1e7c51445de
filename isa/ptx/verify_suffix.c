// SPDX-License-Identifier: Apache-2.0
#include "isa/ptx/verify_suffix.h"

// How far an instruction's suffixes are from a form.
typedef struct SuffixFit {
    PtxSuffix unplaced;         // the first modifier no group takes, or NONE
    const SuffixGroup *missing; // the first required group without a suffix, or NULL
    const SuffixGroup *type;    // the group of the first wrong or missing type, or NULL
    PtxSuffix wrong_type;       // the type found there; NONE: missing
    uint32_t faults;
} SuffixFit;

static bool has_alternative(const SuffixGroup *group, PtxSuffix suffix)
{
    for (uint32_t i = 0; i < group->count; i++) {
        if (group->alternatives[i] == suffix) {
            return true;
        }
    }
    return false;
}

// Gives a modifier to the first free group that takes it, required ones first.
static bool place(const Form *form, PtxSuffix suffix, uint32_t *taken)
{
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < form->group_count; i++) {
            const SuffixGroup *group = &form->groups[i];
            bool is_free = (*taken >> i & 1) == 0;
            if (is_free && group->is_optional == (pass == 1) && has_alternative(group, suffix)) {
                *taken |= 1u << i;
                return true;
            }
        }
    }
    return false;
}

// What a fault counts when rows are compared: a suffix left out is the likeliest mistake.
enum { FAULT_MISSING = 1, FAULT_UNPLACED = 2, FAULT_TYPE = 2 };

static void note_unplaced(SuffixFit *result, PtxSuffix suffix)
{
    result->unplaced = result->unplaced == PTX_TYPE_NONE ? suffix : result->unplaced;
    result->faults += FAULT_UNPLACED;
}

static SuffixFit fit(const Form *form, const PtxInstruction *instruction)
{
    SuffixFit result = {0};
    uint32_t taken = 0, type_count = 0;
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        PtxSuffix suffix = (PtxSuffix)instruction->suffix[i];
        if (suffix >= PTX_TYPE_COUNT) {
            if (!place(form, suffix, &taken)) {
                note_unplaced(&result, suffix);
            }
            continue;
        }
        const SuffixGroup *group = type_count < form->type_count ? &form->types[type_count] : NULL;
        type_count++;
        if (group == NULL) {
            note_unplaced(&result, suffix);
        } else if (!has_alternative(group, suffix)) {
            result.faults += FAULT_TYPE;
            result.type = result.type == NULL ? group : result.type;
            result.wrong_type = result.wrong_type == PTX_TYPE_NONE ? suffix : result.wrong_type;
        }
    }
    for (uint32_t i = 0; i < form->group_count; i++) {
        if (!form->groups[i].is_optional && (taken >> i & 1) == 0) {
            result.faults += FAULT_MISSING;
            result.missing = result.missing == NULL ? &form->groups[i] : result.missing;
        }
    }
    if (type_count < form->type_count) {
        result.faults += FAULT_MISSING;
        result.type = result.type == NULL ? &form->types[type_count] : result.type;
    }
    return result;
}

// Before sm_100 a lane loads and stores 128 bits at most.
static bool is_too_wide(const Form *form, const PtxInstruction *instruction)
{
    return form->sm < 100 && instruction->vector * ptx_type_bits(instruction->type) > 128;
}

bool suffixes_fit(const Form *form, const PtxInstruction *instruction)
{
    return !is_too_wide(form, instruction) && fit(form, instruction).faults == 0;
}

static bool takes_anywhere(const FormList *list, PtxSuffix suffix)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const Form *form = &list->items[i];
        for (uint32_t j = 0; j < form->group_count; j++) {
            if (has_alternative(&form->groups[j], suffix)) {
                return true;
            }
        }
        for (uint32_t j = 0; j < form->type_count; j++) {
            if (has_alternative(&form->types[j], suffix)) {
                return true;
            }
        }
    }
    return false;
}

static void list_alternatives(const SuffixGroup *group, Text *message)
{
    for (uint32_t i = 0; i < group->count; i++) {
        text_printf(message, "%s%s", i == 0 ? "" : " ",
                    ptx_suffix_name((PtxSuffix)group->alternatives[i]));
    }
}

void suffixes_explain(const FormList *list, const PtxInstruction *instruction, const char *spelling,
                      Text *message)
{
    const char *opcode = ptx_opcode_name(instruction->opcode);
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        PtxSuffix suffix = (PtxSuffix)instruction->suffix[i];
        if (!takes_anywhere(list, suffix)) {
            text_printf(message, "'%s' cannot be used with '%s'", ptx_suffix_name(suffix), opcode);
            return;
        }
    }
    SuffixFit best = {.faults = UINT32_MAX};
    for (uint32_t i = 0; i < list->count; i++) {
        SuffixFit candidate = fit(&list->items[i], instruction);
        best = candidate.faults < best.faults ? candidate : best;
    }
    if (best.unplaced != PTX_TYPE_NONE) {
        text_printf(message, "'%s' is not allowed in '%s'", ptx_suffix_name(best.unplaced),
                    spelling);
    } else if (best.missing != NULL) {
        text_printf(message, "'%s' needs %s", spelling, best.missing->count > 1 ? "one of " : "");
        list_alternatives(best.missing, message);
    } else if (best.type != NULL) {
        text_printf(message,
                    best.wrong_type == PTX_TYPE_NONE ? "'%s' requires a type: "
                                                     : "wrong type in '%s'; expected ",
                    spelling);
        list_alternatives(best.type, message);
    } else {
        text_printf(message, "no such form of '%s'", spelling);
    }
}
