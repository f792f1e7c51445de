// SPDX-License-Identifier: Apache-2.0
// Values of a warp's registers, one lane at a time, before a step and after it.
#include "sim/step/stepper.h"

#include <inttypes.h>
#include <string.h>

// The words that the step writes over a row or predicate; NULL: none.
static const uint32_t *change_of(const Stepper *stepper, RecordedPlace place, uint32_t index)
{
    const RecordedStep *step = stepper_step(stepper);
    const uint32_t *values = NULL;
    for (uint32_t i = 0; step != NULL && i < step->change_count; i++) {
        const RecordedChange *change = &stepper->recording->changes[step->change + i];
        if (change->place == place && !change->is_before && change->index == index) {
            values = &stepper->recording->values[change->value];
        }
    }
    return values;
}

static uint32_t word_of(const Stepper *stepper, uint32_t row, uint32_t word, bool is_after)
{
    const uint32_t *after = is_after ? change_of(stepper, RECORDED_ROW, row) : NULL;
    return after != NULL ? after[word] : replay_row(stepper->replay, stepper->warp, row)[word];
}

uint64_t cell_value(const Stepper *stepper, const Cell *cell, uint32_t lane, bool is_after)
{
    if (cell->is_predicate) {
        const uint32_t *after =
            is_after ? change_of(stepper, RECORDED_PREDICATE, cell->index) : NULL;
        uint32_t mask =
            after != NULL ? *after : replay_predicate(stepper->replay, stepper->warp, cell->index);
        return mask >> lane & 1;
    }
    if (!lane_type_is_wide(cell->type)) {
        return word_of(stepper, cell->index, lane, is_after);
    }
    // 32 lanes of 64 bits over two rows
    uint32_t row = cell->index + lane / 16, word = lane % 16 * 2;
    return word_of(stepper, row, word, is_after) |
           (uint64_t)word_of(stepper, row, word + 1, is_after) << 32;
}

static void print_float(uint64_t value, LaneType type, Text *out)
{
    if (type == LANE_TYPE_F64) {
        double number;
        memcpy(&number, &value, sizeof number);
        text_printf(out, "%.6g", number);
    } else {
        uint32_t bits = (uint32_t)value;
        float number;
        memcpy(&number, &bits, sizeof number);
        text_printf(out, "%.6g", (double)number);
    }
}

// As the type says; addresses and other large 64-bit values in hexadecimal.
static char format_of(uint64_t value, LaneType type)
{
    switch (type) {
    case LANE_TYPE_F32:
    case LANE_TYPE_F64: return 'f';
    case LANE_TYPE_F16:
    case LANE_TYPE_BF16:
    case LANE_TYPE_F16X2:
    case LANE_TYPE_BF16X2: return 'x';
    case LANE_TYPE_U64:
    case LANE_TYPE_S64: return value >> 32 == 0 || value >> 32 == UINT32_MAX ? 'd' : 'x';
    case LANE_TYPE_P: return 'u';
    default: return 'd';
    }
}

void value_print(uint64_t value, LaneType type, char format, Text *out)
{
    bool is_wide = lane_type_is_wide(type);
    switch (format == 0 ? format_of(value, type) : format) {
    case 'f': print_float(value, type, out); break;
    case 'x': text_printf(out, "0x%" PRIx64, value); break;
    case 'u': text_printf(out, "%" PRIu64, value); break;
    default:
        text_printf(out, "%" PRId64, is_wide ? (int64_t)value : (int64_t)(int32_t)value);
        break;
    }
}
