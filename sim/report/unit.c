// SPDX-License-Identifier: Apache-2.0
#include "sim/report/unit.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// What stands before the base at 1000, 1000^2, ...: nanoseconds become whole words of their own.
typedef struct Scale {
    const char *base;
    const char *larger[4];
} Scale;

static const Scale scales[] = {
    {"byte", {"Kbyte", "Mbyte", "Gbyte", "Tbyte"}},
    {"hz", {"Khz", "Mhz", "Ghz", "Thz"}},
    {"ns", {"us", "ms", "s", NULL}},
};

// The scale of a unit that is a base, or a base over something (byte/s).
static const Scale *scale_of(const char *unit)
{
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        size_t size = strlen(scales[i].base);
        bool is_alike = strncmp(unit, scales[i].base, size) == 0;
        if (is_alike && (unit[size] == 0 || unit[size] == '/')) {
            return &scales[i];
        }
    }
    return NULL;
}

const char *unit_scale(const char *unit, double *value, char buffer[UNIT_MAX])
{
    const Scale *scale = scale_of(unit);
    int step = -1;
    while (scale != NULL && step + 1 < 4 && scale->larger[step + 1] != NULL &&
           fabs(*value) >= 1000) {
        *value /= 1000;
        step++;
    }
    if (step < 0) {
        return unit;
    }
    snprintf(buffer, UNIT_MAX, "%s%s", scale->larger[step], unit + strlen(scale->base));
    return buffer;
}
