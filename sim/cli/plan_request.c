// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/plan_request.h"

#include "sim/cli/choice.h"

#include <string.h>

static bool read_shared(const Options *options, PlanRequest *request)
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
    request->shared_bytes = (uint32_t)shared;
    return true;
}

static PlanTexts texts_of(const Options *options, OptionId id, Arena *arena)
{
    PlanTexts texts;
    texts.at = option_values(options, id, &texts.count, arena);
    return texts;
}

static bool read_launches(const Options *options, PlanRequest *request, Arena *arena)
{
    request->launches = texts_of(options, OPTION_LAUNCH, arena);
    if (option_is_given(options, OPTION_ARG) || option_is_given(options, OPTION_GRID) ||
        (option_is_given(options, OPTION_BLOCK) && !option_block_is_recorded(options))) {
        cli_error(&options->style, "--launch has its own grid, block and arguments; declare "
                                   "buffers with --buffer");
        return false;
    }
    return option_dimensions(options, OPTION_CLUSTER, request->cluster);
}

static bool read_single(const Options *options, PlanRequest *request, Arena *arena)
{
    request->kernel = option_value(options, OPTION_KERNEL);
    request->arguments = texts_of(options, OPTION_ARG, arena);
    return option_dimensions(options, OPTION_GRID, request->grid) &&
           option_dimensions(options, OPTION_BLOCK, request->block) &&
           option_dimensions(options, OPTION_CLUSTER, request->cluster) &&
           read_shared(options, request);
}

static void show_messages(const Style *style, const Text *messages)
{
    const char *at = text_string(messages);
    while (*at != '\0') {
        size_t size = strcspn(at, "\n");
        cli_error(style, "%.*s", (int)size, at);
        at += size + (at[size] == '\n');
    }
}

bool plan_request(const Options *options, const PtxModule *module, Plan *plan)
{
    PlanRequest request = {.buffers = texts_of(options, OPTION_BUFFER, &plan->arena)};
    bool is_good = option_is_given(options, OPTION_LAUNCH)
                       ? read_launches(options, &request, &plan->arena)
                       : read_single(options, &request, &plan->arena);
    is_good = is_good && plan_read(&request, module, plan);
    show_messages(&options->style, &plan->messages);
    return is_good;
}
