// SPDX-License-Identifier: Apache-2.0
#include "sim/report/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *number_plain(double value, char buffer[NUMBER_MAX])
{
    if (value == floor(value) && fabs(value) < 1e18) {
        snprintf(buffer, NUMBER_MAX, "%.0f", value);
        return buffer;
    }
    snprintf(buffer, NUMBER_MAX, "%.6f", value);
    size_t end = strlen(buffer);
    while (end > 1 && buffer[end - 1] == '0') {
        buffer[--end] = 0;
    }
    if (end > 1 && buffer[end - 1] == '.') {
        buffer[end - 1] = 0;
    }
    return buffer;
}

static const char *group(double value, int places, char buffer[NUMBER_MAX])
{
    char digits[NUMBER_MAX];
    snprintf(digits, sizeof digits, "%.*f", places, value);
    size_t whole = strcspn(digits, "."), at = 0;
    for (size_t i = 0; digits[i] != 0 && at + 2 < NUMBER_MAX; i++) {
        bool starts_group = i > 0 && i < whole && (whole - i) % 3 == 0 && digits[i - 1] != '-';
        if (starts_group) {
            buffer[at++] = ',';
        }
        buffer[at++] = digits[i];
    }
    buffer[at] = 0;
    return buffer;
}

const char *number_grouped(double value, char buffer[NUMBER_MAX])
{
    bool is_whole = value == floor(value) && fabs(value) < 1e18;
    return group(value, is_whole ? 0 : fabs(value) < 0.1 ? 4 : 2, buffer);
}

const char *number_fixed(double value, char buffer[NUMBER_MAX])
{
    return group(value, 2, buffer);
}
