// SPDX-License-Identifier: Apache-2.0
// The elements of an access and the variables of its index, in text.
#include "sim/explain/show.h"

#include <string.h>

enum { GROUPS_SHOWN = 6, LANES_WIDTH = 24 };

// Lanes that have the same text as this one.
static uint32_t lanes_alike(const Named *named, uint32_t lane)
{
    uint32_t lanes = 0;
    for (uint32_t other = 0; other < LANE_COUNT; other++) {
        bool is_same =
            named->lane[other] != NULL && strcmp(named->lane[other], named->lane[lane]) == 0;
        lanes |= (uint32_t)is_same << other;
    }
    return lanes;
}

// "3 (lanes 0-15), 7 (16-31)"
static void put_groups(const Named *named, Text *line)
{
    uint32_t seen = 0, count = 0, more = 0;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if (named->lane[lane] == NULL || (seen >> lane & 1) != 0) {
            continue;
        }
        uint32_t alike = lanes_alike(named, lane);
        seen |= alike;
        if (count++ >= GROUPS_SHOWN) {
            more++;
            continue;
        }
        text_printf(line, "%s%s (%s", count > 1 ? ", " : "", named->lane[lane],
                    count > 1                    ? ""
                    : (alike & (alike - 1)) == 0 ? "lane "
                                                 : "lanes ");
        show_lane_list(line, alike, LANES_WIDTH);
        text_put(line, ")");
    }
    if (more > 0) {
        text_printf(line, ", %u more", more);
    }
}

static void put_named(const Named *named, Text *line)
{
    if (named->name != NULL) {
        text_printf(line, "%s = ", named->name);
    }
    if (named->formula != NULL) {
        text_put(line, named->formula);
    } else {
        put_groups(named, line);
    }
}

static bool has_lane(const Named *named)
{
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if (named->lane[lane] != NULL) {
            return true;
        }
    }
    return false;
}

void show_variables(const AccessNames *names, Text *out)
{
    Text line = {0};
    for (uint32_t i = 0; i < names->variable_count; i++) {
        text_put(&line, i > 0 ? "; " : "");
        put_named(&names->variables[i], &line);
    }
    if (names->has_warp) {
        text_printf(&line, "%s(w: warp in the block)", names->variable_count > 0 ? " " : "");
    }
    if (line.size_bytes > 0) {
        show_entry(out, "variables", text_string(&line));
    }
    text_destroy(&line);
}

void show_names(const AccessNames *names, Text *out)
{
    Text line = {0};
    if (has_lane(&names->elements)) {
        put_named(&names->elements, &line);
        show_entry(out, "elements", text_string(&line));
    } else if (!names->has_names) {
        show_entry(out, "elements",
                   "without names: this PTX does not say what its source calls them (that of the "
                   "built-in compiler does)");
    }
    text_destroy(&line);
    show_variables(names, out);
}
