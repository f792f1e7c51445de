// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/plan.h"

#include "isa/base/nearest.h"
#include "isa/base/source_name.h"
#include "sim/plan/expression.h"
#include "sim/plan/texture.h"

#include <stdarg.h>
#include <string.h>

enum { ARGUMENT_MAX = 256 };

// The arguments of a launch, each its text.
typedef struct ArgumentList {
    const char *name[ARGUMENT_MAX]; // of --arg NAME=SPEC; NULL when not given
    const char *text[ARGUMENT_MAX];
    uint32_t parameter[ARGUMENT_MAX]; // index of the one it is for (match_arguments)
    uint32_t count;
} ArgumentList;

uint32_t plan_find_buffer(const Plan *plan, const char *name, size_t size_bytes)
{
    for (uint32_t i = 0; i < plan->buffer_count; i++) {
        if (strlen(plan->buffers[i].name) == size_bytes &&
            memcmp(plan->buffers[i].name, name, size_bytes) == 0) {
            return i;
        }
    }
    return UINT32_MAX;
}

static bool add_buffer(Plan *plan, const char *name, const char *spec)
{
    Buffer *buffer = &plan->buffers[plan->buffer_count];
    const char *problem = texture_is_spec(spec) ? texture_read(spec, buffer, &plan->arena)
                                                : buffer_read(spec, buffer, &plan->arena);
    if (problem == NULL && plan_find_buffer(plan, name, strlen(name)) != UINT32_MAX) {
        problem = arena_printf(&plan->arena, "duplicate buffer '%s'", name);
    }
    if (problem != NULL) {
        plan_error(plan, "%s", problem);
        return false;
    }
    buffer->name = name;
    plan->buffer_count++;
    return true;
}

// The NAME of NAME=SPEC in the arena and the SPEC; NULL where the text has no name.
static const char *split_name(Plan *plan, const char *text, const char **spec)
{
    size_t size = strcspn(text, "=[(:+ ");
    if (size == 0 || text[size] != '=') {
        *spec = text;
        return NULL;
    }
    *spec = text + size + 1;
    return arena_text(&plan->arena, text, size);
}

static bool read_buffers(const PlanTexts *texts, Plan *plan)
{
    for (uint32_t i = 0; i < texts->count; i++) {
        const char *spec;
        const char *name = split_name(plan, texts->at[i], &spec);
        if (name == NULL) {
            plan_error(plan, "--buffer expects NAME=TYPE[COUNT]:FILL, got '%s'", texts->at[i]);
            return false;
        }
        if (!add_buffer(plan, name, spec)) {
            return false;
        }
    }
    return true;
}

// Buffers are made on the way and passed by their name.
static bool read_arguments(const PlanTexts *texts, Plan *plan, ArgumentList *list)
{
    if (texts->count > ARGUMENT_MAX) {
        plan_error(plan, "more than %d arguments", ARGUMENT_MAX);
        return false;
    }
    for (uint32_t i = 0; i < texts->count; i++) {
        const char *spec;
        const char *name = split_name(plan, texts->at[i], &spec);
        list->name[i] = name;
        if (buffer_is_spec(spec) || texture_is_spec(spec)) {
            const char *own = name != NULL ? name : arena_printf(&plan->arena, "arg%u", i);
            if (!add_buffer(plan, own, spec)) {
                return false;
            }
            spec = own;
        }
        list->text[i] = spec;
    }
    list->count = texts->count;
    return true;
}

// What parameters are called in the source, or in the PTX if its compiler does not say.
static const char **parameter_names(Plan *plan, const PtxFunction *kernel)
{
    const char **names = arena_alloc(&plan->arena, (kernel->parameter_count + 1) * sizeof *names);
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        SourceName found;
        const char *symbol = kernel->parameters[i]->name;
        names[i] = source_name_find(plan->module->source, symbol, &found)
                       ? arena_text(&plan->arena, found.name, found.name_bytes)
                       : symbol;
    }
    return names;
}

static uint32_t parameter_named(const PtxFunction *kernel, const char *const *names,
                                const char *name)
{
    for (uint32_t i = 0; name != NULL && i < kernel->parameter_count; i++) {
        if (strcmp(names[i], name) == 0 || strcmp(kernel->parameters[i]->name, name) == 0) {
            return i;
        }
    }
    return UINT32_MAX;
}

// Finds the parameter of each argument: by name if each one names a different parameter, else in
// order.
static void match_arguments(const PtxFunction *kernel, const char *const *names, ArgumentList *list)
{
    bool is_taken[ARGUMENT_MAX] = {false}, is_by_name = true;
    for (uint32_t i = 0; i < list->count && is_by_name; i++) {
        uint32_t index = parameter_named(kernel, names, list->name[i]);
        is_by_name = index < ARGUMENT_MAX && !is_taken[index];
        if (is_by_name) {
            is_taken[index] = true;
            list->parameter[i] = index;
        }
    }
    for (uint32_t i = 0; i < list->count && !is_by_name; i++) {
        list->parameter[i] = i;
    }
}

// Whether a name was meant for a parameter that the kernel does not have: it is nearly that of one,
// or other arguments name parameters. Otherwise names are the user's own, for buffers.
static bool refuse_name(Plan *plan, const PtxFunction *kernel, const char *const *names,
                        const ArgumentList *list)
{
    uint32_t known = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        known += parameter_named(kernel, names, list->name[i]) != UINT32_MAX;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const char *name = list->name[i];
        if (name == NULL || parameter_named(kernel, names, name) != UINT32_MAX ||
            (known == 0 && nearest(name, names, kernel->parameter_count) == NULL)) {
            continue;
        }
        Text message = {0};
        kernel_describe(kernel, &message);
        text_printf(&message, " has no parameter '%s'", name);
        nearest_put(name, names, kernel->parameter_count, &message);
        plan_error(plan, "%s", text_string(&message));
        text_destroy(&message);
        return true;
    }
    return false;
}

static bool pack_arguments(Plan *plan, PlannedLaunch *launch, ArgumentList *list)
{
    const PtxFunction *kernel = launch->kernel;
    if (list->count != kernel->parameter_count) {
        Text text = {0};
        kernel_describe(kernel, &text);
        plan_error(plan, "%s expects %u argument%s, got %u", text_string(&text),
                   kernel->parameter_count, kernel->parameter_count == 1 ? "" : "s", list->count);
        text_destroy(&text);
        return false;
    }
    const char **names = parameter_names(plan, kernel);
    if (refuse_name(plan, kernel, names, list)) {
        return false;
    }
    launch->parameters = arena_alloc(&plan->arena, kernel->parameter_bytes + 16);
    launch->pointers = arena_alloc(&plan->arena, (list->count + 1) * sizeof *launch->pointers);
    bool is_good = true;
    match_arguments(kernel, names, list);
    for (uint32_t i = 0; i < list->count; i++) {
        is_good = argument_read(plan, launch, list->parameter[i], list->text[i]) && is_good;
    }
    return is_good;
}

static bool read_single_launch(const PlanRequest *request, Plan *plan)
{
    ArgumentList list = {.count = 0};
    PlannedLaunch *launch = &plan->launches[0];
    launch->kernel = kernel_find(plan, request->kernel);
    if (launch->kernel == NULL || !read_arguments(&request->arguments, plan, &list)) {
        return false;
    }
    if (request->grid[0] == 0 || request->block[0] == 0) {
        plan_error(plan, "a launch needs --grid and --block (or --launch 'kernel<<<grid, block>>>"
                         "(arguments)')");
        return false;
    }
    memcpy(launch->grid, request->grid, sizeof launch->grid);
    memcpy(launch->block, request->block, sizeof launch->block);
    memcpy(launch->cluster, request->cluster, sizeof launch->cluster);
    launch->shared_bytes = request->shared_bytes;
    plan->launch_count = 1;
    return pack_arguments(plan, launch, &list);
}

// Where the piece that starts here ends: at a comma outside parentheses, or at `stop`.
static const char *piece_end(const char *at, const char *stop)
{
    uint32_t depth = 0;
    for (; at < stop; at++) {
        depth += *at == '(' || *at == '{';
        depth -= (*at == ')' || *at == '}') && depth > 0;
        if (*at == ',' && depth == 0) {
            return at;
        }
    }
    return stop;
}

static const char *trimmed(Plan *plan, const char *from, const char *to)
{
    while (from < to && *from == ' ') {
        from++;
    }
    while (to > from && to[-1] == ' ') {
        to--;
    }
    return arena_text(&plan->arena, from, (size_t)(to - from));
}

// Splits at commas outside parentheses; more than `room` pieces: returns room + 1.
static uint32_t split(Plan *plan, const char *from, const char *to, const char **pieces,
                      uint32_t room)
{
    uint32_t count = 0;
    while (from < to && from[strspn(from, " ")] != 0) {
        const char *end = piece_end(from, to);
        if (count == room) {
            return room + 1;
        }
        pieces[count++] = trimmed(plan, from, end);
        from = end < to ? end + 1 : to;
    }
    return count;
}

static bool read_configuration(Plan *plan, const char *from, const char *to, PlannedLaunch *launch)
{
    const char *pieces[3];
    uint32_t count = split(plan, from, to, pieces, 3);
    int64_t shared = 0;
    const char *end = "";
    bool is_good = (count == 2 || count == 3) && dimensions_read(pieces[0], launch->grid) &&
                   dimensions_read(pieces[1], launch->block);
    if (is_good && count == 3) {
        is_good = expression_read(pieces[2], &end, &shared) && *end == 0 && shared >= 0 &&
                  shared <= INT32_MAX;
    }
    if (!is_good) {
        plan_error(
            plan,
            "'<<<%.*s>>>' is not of the form <<<grid, block>>> or <<<grid, block, bytes>>>, with "
            "grid and block as 1024 or (32, 8)",
            (int)(to - from), from);
        return false;
    }
    launch->shared_bytes = (uint32_t)shared;
    return true;
}

// name<<<grid, block, shared>>>(argument, ...)
static bool read_launch_text(const PlanRequest *request, Plan *plan, const char *text)
{
    PlannedLaunch *launch = &plan->launches[plan->launch_count];
    const char *open = strstr(text, "<<<");
    const char *close = open == NULL ? NULL : strstr(open, ">>>");
    const char *list = close == NULL ? NULL : close + 3 + strspn(close + 3, " ");
    const char *end = text + strlen(text);
    while (end > text && (end[-1] == ' ' || end[-1] == ';')) {
        end--;
    }
    if (list == NULL || *list != '(' || end[-1] != ')') {
        plan_error(plan, "'%s' is not of the form kernel<<<grid, block>>>(arguments)", text);
        return false;
    }
    ArgumentList arguments = {.count = 0};
    arguments.count = split(plan, list + 1, end - 1, arguments.text, ARGUMENT_MAX);
    const char *name = trimmed(plan, text, open);
    launch->kernel = kernel_find(plan, name);
    if (launch->kernel == NULL || !read_configuration(plan, open + 3, close, launch)) {
        return false;
    }
    memcpy(launch->cluster, request->cluster, sizeof launch->cluster);
    plan->launch_count++;
    return pack_arguments(plan, launch, &arguments);
}

static bool read_launch_texts(const PlanRequest *request, Plan *plan)
{
    bool is_good = true;
    for (uint32_t i = 0; i < request->launches.count; i++) {
        is_good = read_launch_text(request, plan, request->launches.at[i]) && is_good;
    }
    return is_good;
}

bool plan_read(const PlanRequest *request, const PtxModule *module, Plan *plan)
{
    uint32_t buffers = request->buffers.count + request->arguments.count;
    plan->module = module;
    plan->buffers = arena_alloc(&plan->arena, (buffers + 1) * sizeof *plan->buffers);
    plan->launches =
        arena_alloc(&plan->arena, (request->launches.count + 1) * sizeof *plan->launches);
    if (!read_buffers(&request->buffers, plan)) {
        return false;
    }
    return request->launches.count > 0 ? read_launch_texts(request, plan)
                                       : read_single_launch(request, plan);
}

void plan_error(Plan *plan, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&plan->messages, format, arguments);
    va_end(arguments);
    text_put(&plan->messages, "\n");
}

void plan_clear(Plan *plan)
{
    text_destroy(&plan->messages);
    arena_clear(&plan->arena);
}
