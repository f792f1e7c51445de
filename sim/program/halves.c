// SPDX-License-Identifier: Apache-2.0
// The two halves of a source file: device code, then host code, then the instances of kernel
// templates that the host code uses.
#include "sim/program/build.h"

static bool build_both(Build *build, BuildUnit *unit)
{
    ProgramList none = {0};
    if (unit->language != LANGUAGE_CUDA) {
        return build_host(build, unit);
    }
    if (!build_device(build, unit, none) || !build_host(build, unit)) {
        return false;
    }
    if (unit->holds_instances) {
        return true;
    }
    unit->instances = build_instances(build, unit);
    return unit->instances.count == 0 || build_device(build, unit, unit->instances);
}

// Builds the unit without a word; true if that worked. Else nothing of it is left.
static bool attempt(Build *build, BuildUnit *unit)
{
    Text *messages = build->messages, said = {0};
    uint32_t counts[STAGE_COUNT];
    BuildUnit before = *unit;
    for (uint32_t stage = 0; stage < STAGE_COUNT; stage++) {
        counts[stage] = build->said[stage].count;
    }
    build->messages = &said;
    build->is_silent = true;
    bool is_built = build_both(build, unit);
    build->is_silent = false;
    build->messages = messages;
    if (is_built) {
        text_put(messages, text_string(&said));
    } else {
        *unit = before;
        for (uint32_t stage = 0; stage < STAGE_COUNT; stage++) {
            build->said[stage].count = counts[stage];
        }
    }
    text_destroy(&said);
    return is_built;
}

bool build_halves(Build *build, BuildUnit *unit)
{
    if (unit->language == LANGUAGE_CUDA && build_may_change_host(build, unit)) {
        if (attempt(build, unit) || build->signal != 0) {
            return build->signal == 0;
        }
        unit->host = HOST_CLANG;
    }
    bool is_built = build_both(build, unit);
    if (!is_built && unit->language == LANGUAGE_CUDA && unit->host == HOST_SYSTEM) {
        build_tell_other_library(build, unit);
    }
    return is_built;
}
