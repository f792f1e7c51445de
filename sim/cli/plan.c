// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/plan.h"

#include "sim/cli/texture.h"
#include "sim/report/number.h"

#include <string.h>

enum { ARGUMENT_MAX = 256 };

// The arguments of a launch, each its text.
typedef struct ArgumentList {
    const char *name[ARGUMENT_MAX]; // of --arg NAME=SPEC; NULL when not given
    const char *text[ARGUMENT_MAX];
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
        problem = arena_printf(&plan->arena, "there are two buffers called '%s'", name);
    }
    if (problem != NULL) {
        cli_error(plan->style, "%s", problem);
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

static bool read_buffers(const Options *options, Plan *plan)
{
    for (uint32_t i = 0; i < options->use_count; i++) {
        const char *spec;
        if (options->uses[i].id != OPTION_BUFFER) {
            continue;
        }
        const char *name = split_name(plan, options->uses[i].value, &spec);
        if (name == NULL) {
            cli_error(plan->style, "--buffer takes NAME=TYPE[COUNT]:FILL, not '%s'",
                      options->uses[i].value);
            return false;
        }
        if (!add_buffer(plan, name, spec)) {
            return false;
        }
    }
    return true;
}

// --arg: buffers are made on the way and passed by their name.
static bool read_arguments(const Options *options, Plan *plan, ArgumentList *list)
{
    for (uint32_t i = 0; i < options->use_count; i++) {
        if (options->uses[i].id != OPTION_ARG) {
            continue;
        }
        if (list->count == ARGUMENT_MAX) {
            cli_error(plan->style, "more than %d arguments", ARGUMENT_MAX);
            return false;
        }
        const char *spec;
        const char *name = split_name(plan, options->uses[i].value, &spec);
        list->name[list->count] = name;
        if (buffer_is_spec(spec) || texture_is_spec(spec)) {
            const char *own =
                name != NULL ? name : arena_printf(&plan->arena, "arg%u", list->count);
            if (!add_buffer(plan, own, spec)) {
                return false;
            }
            spec = own;
        }
        list->text[list->count++] = spec;
    }
    return true;
}

static uint32_t parameter_named(const PtxFunction *kernel, const char *name)
{
    for (uint32_t i = 0; name != NULL && i < kernel->parameter_count; i++) {
        if (strcmp(kernel->parameters[i]->name, name) == 0) {
            return i;
        }
    }
    return UINT32_MAX;
}

// Arguments go by name when every one names another parameter, else in order.
static bool is_by_name(const PtxFunction *kernel, const ArgumentList *list)
{
    bool is_taken[ARGUMENT_MAX] = {false};
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t index = parameter_named(kernel, list->name[i]);
        if (index >= ARGUMENT_MAX || is_taken[index]) {
            return false;
        }
        is_taken[index] = true;
    }
    return list->count > 0;
}

// Whether a name was meant for a parameter that the kernel does not have: it is nearly that of one
// that no other argument names, or the others name parameters. Else names are the user's own, for
// buffers.
static bool refuse_name(const Plan *plan, const PtxFunction *kernel, const ArgumentList *list)
{
    const char *names[ARGUMENT_MAX];
    uint32_t count = 0, known = 0;
    for (uint32_t i = 0; i < kernel->parameter_count && count < ARGUMENT_MAX; i++) {
        names[count++] = kernel->parameters[i]->name;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        known += parameter_named(kernel, list->name[i]) != UINT32_MAX;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const char *name = list->name[i];
        if (name == NULL || parameter_named(kernel, name) != UINT32_MAX ||
            (known == 0 && nearest(name, names, count) == NULL)) {
            continue;
        }
        Text message = {0};
        kernel_describe(kernel, &message);
        text_printf(&message, " has no parameter '%s'", name);
        nearest_put(name, names, count, &message);
        cli_error(plan->style, "%s", text_string(&message));
        text_destroy(&message);
        return true;
    }
    return false;
}

static bool pack_arguments(Plan *plan, PlannedLaunch *launch, const ArgumentList *list)
{
    const PtxFunction *kernel = launch->kernel;
    if (list->count != kernel->parameter_count) {
        Text text = {0};
        kernel_describe(kernel, &text);
        cli_error(plan->style, "%s expects %u argument%s, got %u", text_string(&text),
                  kernel->parameter_count, kernel->parameter_count == 1 ? "" : "s", list->count);
        text_destroy(&text);
        return false;
    }
    if (refuse_name(plan, kernel, list)) {
        return false;
    }
    launch->parameters = arena_alloc(&plan->arena, kernel->parameter_bytes + 16);
    launch->pointers = arena_alloc(&plan->arena, (list->count + 1) * sizeof *launch->pointers);
    bool has_names = is_by_name(kernel, list), is_good = true;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t index = has_names ? parameter_named(kernel, list->name[i]) : i;
        is_good = argument_read(plan, launch, index, list->text[i]) && is_good;
    }
    return is_good;
}

static bool read_shared(const Options *options, PlannedLaunch *launch)
{
    int64_t shared;
    if (!option_number(options, OPTION_SMEM, 0, 0, &shared)) {
        return false;
    }
    if (shared > INT32_MAX) {
        cli_error(&options->style, "--smem: no GPU has %lld bytes of shared memory",
                  (long long)shared);
        return false;
    }
    launch->shared_bytes = (uint32_t)shared;
    return true;
}

static bool read_single_launch(const Options *options, Plan *plan)
{
    ArgumentList list = {.count = 0};
    PlannedLaunch *launch = &plan->launches[0];
    const char *name = option_value(options, OPTION_KERNEL);
    launch->kernel = kernel_find(plan, name);
    if (launch->kernel == NULL || !read_arguments(options, plan, &list) ||
        !option_dimensions(options, OPTION_GRID, launch->grid) ||
        !option_dimensions(options, OPTION_BLOCK, launch->block) ||
        !option_dimensions(options, OPTION_CLUSTER, launch->cluster) ||
        !read_shared(options, launch)) {
        return false;
    }
    if (launch->grid[0] == 0 || launch->block[0] == 0) {
        cli_error(plan->style,
                  "a launch needs --grid and --block (or --launch 'kernel<<<grid, block>>>"
                  "(arguments)')");
        return false;
    }
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
        cli_error(
            plan->style,
            "'<<<%.*s>>>' is not of the form <<<grid, block>>> or <<<grid, block, bytes>>>, with "
            "grid and block as 1024 or (32, 8)",
            (int)(to - from), from);
        return false;
    }
    launch->shared_bytes = (uint32_t)shared;
    return true;
}

// name<<<grid, block, shared>>>(argument, ...)
static bool read_launch_text(const Options *options, Plan *plan, const char *text)
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
        cli_error(plan->style, "'%s' is not of the form kernel<<<grid, block>>>(arguments)", text);
        return false;
    }
    ArgumentList arguments = {.count = 0};
    arguments.count = split(plan, list + 1, end - 1, arguments.text, ARGUMENT_MAX);
    const char *name = trimmed(plan, text, open);
    launch->kernel = kernel_find(plan, name);
    if (launch->kernel == NULL || !read_configuration(plan, open + 3, close, launch) ||
        !option_dimensions(options, OPTION_CLUSTER, launch->cluster)) {
        return false;
    }
    plan->launch_count++;
    return pack_arguments(plan, launch, &arguments);
}

static bool read_launch_texts(const Options *options, Plan *plan)
{
    if (option_is_given(options, OPTION_ARG) || option_is_given(options, OPTION_GRID) ||
        (option_is_given(options, OPTION_BLOCK) && !option_block_is_recorded(options))) {
        cli_error(plan->style,
                  "--launch has its own grid, block and arguments; declare buffers with "
                  "--buffer");
        return false;
    }
    bool is_good = true;
    for (uint32_t i = 0; i < options->use_count; i++) {
        if (options->uses[i].id == OPTION_LAUNCH) {
            is_good = read_launch_text(options, plan, options->uses[i].value) && is_good;
        }
    }
    return is_good;
}

bool plan_read(const Options *options, const PtxModule *module, Plan *plan)
{
    plan->style = &options->style;
    plan->module = module;
    plan->buffers = arena_alloc(&plan->arena, (options->use_count + 1) * sizeof *plan->buffers);
    plan->launches = arena_alloc(&plan->arena, (options->use_count + 1) * sizeof *plan->launches);
    if (!read_buffers(options, plan)) {
        return false;
    }
    return option_is_given(options, OPTION_LAUNCH) ? read_launch_texts(options, plan)
                                                   : read_single_launch(options, plan);
}

void plan_clear(Plan *plan)
{
    arena_clear(&plan->arena);
}
