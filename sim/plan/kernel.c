// SPDX-License-Identifier: Apache-2.0
// Kernels by the names people give them.
#include "isa/base/demangle.h"
#include "sim/plan/plan.h"

#include <string.h>

static bool is_kernel(const PtxFunction *function)
{
    return function->is_entry && function->has_body;
}

// Compares without blanks, so that "reduce<float,4>" finds "reduce<float, 4>".
static bool is_same_name(const char *a, const char *b)
{
    for (;;) {
        a += strspn(a, " ");
        b += strspn(b, " ");
        if (*a == 0 || *a != *b) {
            return *a == *b;
        }
        a++;
        b++;
    }
}

// Moves on from "void ns::f<int>(int *)" to "ns::f<int>(int *)" and to "f<int>(int *)".
static bool next_start(const char **name)
{
    uint32_t angles = 0;
    for (const char *at = *name; *at != 0 && (*at != '(' || angles > 0); at++) {
        angles += *at == '<';
        angles -= *at == '>' && angles > 0;
        bool is_qualifier = at[0] == ':' && at[1] == ':';
        if (angles == 0 && (*at == ' ' || is_qualifier)) {
            *name = at + (is_qualifier ? 2 : 1);
            return true;
        }
    }
    return false;
}

// is_whole: with all its namespaces.
static bool has_form(const PtxFunction *function, DemangleForm form, const char *name,
                     bool is_whole)
{
    Text text = {0};
    demangle(function->name, form, &text);
    const char *at = text_string(&text);
    bool is_same = is_same_name(at, name);
    while (!is_whole && !is_same && next_start(&at)) {
        is_same = is_same_name(at, name);
    }
    text_destroy(&text);
    return is_same;
}

static void list_kernels(const PtxModule *module, Text *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (is_kernel(module->functions[i])) {
            text_put(out, count++ > 0 ? ", " : "");
            demangle(module->functions[i]->name, DEMANGLE_SHORT, out);
        }
    }
}

// What a search gave: `list` says how to choose between several.
typedef struct Matches {
    const PtxFunction *found; // one of them
    uint32_t count;
    Text list;
} Matches;

static void find_form(const PtxModule *module, DemangleForm form, const char *name, bool is_whole,
                      Matches *matches)
{
    matches->count = 0;
    text_destroy(&matches->list);
    for (uint32_t i = 0; i < module->function_count; i++) {
        const PtxFunction *function = module->functions[i];
        if (is_kernel(function) && (name == NULL || has_form(function, form, name, is_whole))) {
            matches->found = function;
            text_put(&matches->list, matches->count++ > 0 ? ", -k '" : "-k '");
            demangle(function->name, DEMANGLE_FULL, &matches->list);
            text_put(&matches->list, "'");
        }
    }
}

static void refuse(Plan *plan, const char *name, const Matches *matches)
{
    Text list = {0};
    const char *file = plan->module->file;
    list_kernels(plan->module, &list);
    if (list.size_bytes == 0) {
        plan_error(plan, "%s has no kernels", file);
    } else if (name == NULL) {
        plan_error(plan, "%s has several kernels; choose one with -k: %s", file,
                   text_string(&list));
    } else if (matches->count > 1) {
        plan_error(plan, "%s has more than one kernel '%s'; choose one: %s", file, name,
                   text_string(&matches->list));
    } else {
        plan_error(plan, "%s has no kernel '%s' (known: %s)", file, name, text_string(&list));
    }
    text_destroy(&list);
}

static const PtxFunction *kernel_in_ptx(const PtxModule *module, const char *name)
{
    for (uint32_t i = 0; name != NULL && i < module->function_count; i++) {
        if (is_kernel(module->functions[i]) && strcmp(module->functions[i]->name, name) == 0) {
            return module->functions[i];
        }
    }
    return NULL;
}

// The instance that was made for this very text: "k<int>" may be k<int, 2>, with a default.
static const PtxFunction *kernel_instance(Plan *plan, const char *name)
{
    for (uint32_t i = 0; name != NULL && i < plan->instances.count; i++) {
        if (is_same_name(plan->instances.wanted[i], name)) {
            return kernel_in_ptx(plan->module, plan->instances.ptx_names[i]);
        }
    }
    return NULL;
}

static const PtxFunction *kernel_by_form(Plan *plan, const char *name)
{
    static const struct {
        DemangleForm form;
        bool is_whole;
    } steps[] = {{DEMANGLE_FULL, true},  {DEMANGLE_SHORT, true},  {DEMANGLE_BASE, true},
                 {DEMANGLE_FULL, false}, {DEMANGLE_SHORT, false}, {DEMANGLE_BASE, false}};
    Matches matches = {0};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && matches.count == 0; i++) {
        find_form(plan->module, steps[i].form, name, steps[i].is_whole, &matches);
    }
    bool is_one = matches.count == 1;
    if (!is_one) {
        refuse(plan, name, &matches);
    }
    text_destroy(&matches.list);
    return is_one ? matches.found : NULL;
}

const PtxFunction *kernel_find(Plan *plan, const char *name)
{
    const PtxFunction *kernel = kernel_in_ptx(plan->module, name);
    kernel = kernel != NULL ? kernel : kernel_instance(plan, name);
    return kernel != NULL ? kernel : kernel_by_form(plan, name);
}

void kernel_describe(const PtxFunction *kernel, Text *out)
{
    demangle(kernel->name, DEMANGLE_SHORT, out);
    text_put(out, "(");
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const PtxVariable *parameter = kernel->parameters[i];
        text_put(out, i > 0 ? ", " : "");
        text_put(out, ptx_suffix_name(parameter->type) + 1);
        if (parameter->size_bytes * 8 != ptx_type_bits(parameter->type)) {
            text_printf(
                out, "[%llu]",
                (unsigned long long)parameter->size_bytes * 8 /
                    (ptx_type_bits(parameter->type) > 0 ? ptx_type_bits(parameter->type) : 8));
        }
    }
    text_put(out, ")");
}
