// SPDX-License-Identifier: Apache-2.0
// Reads a line as a command, or reports what is wrong with it.
#include "isa/base/bits.h"
#include "sim/explain/explain.h"
#include "sim/step/stepper.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct CommandInfo {
    const char *name, *other, *arguments, *help;
} CommandInfo;

static const CommandInfo command_info[STEPPER_COMMAND_COUNT] = {
#define COMMAND(id, name, other, arguments, help) [STEPPER_##id] = {name, other, arguments, help},
#include "sim/step/command.def"
#undef COMMAND
};

static void group_steps(Stepper *stepper)
{
    const Recording *recording = stepper->recording;
    uint32_t *next = arena_alloc(&stepper->arena, (recording->warp_count + 2) * sizeof *next);
    stepper->first = arena_alloc(&stepper->arena, (recording->warp_count + 2) * sizeof *next);
    stepper->steps = arena_alloc(&stepper->arena, (recording->step_count + 1) * sizeof *next);
    for (uint32_t i = 0; i < recording->step_count; i++) {
        stepper->first[recording->steps[i].warp + 1]++;
    }
    for (uint32_t warp = 0; warp < recording->warp_count; warp++) {
        stepper->first[warp + 1] += stepper->first[warp];
        next[warp] = stepper->first[warp];
    }
    for (uint32_t i = 0; i < recording->step_count; i++) {
        stepper->steps[next[recording->steps[i].warp]++] = i;
    }
}

Stepper *stepper_create(const ReportLaunch *launch, const SourceText *sources,
                        uint32_t source_count)
{
    Stepper *stepper = calloc(1, sizeof *stepper);
    if (stepper == NULL) {
        abort();
    }
    stepper->launch = launch;
    stepper->program = launch->record->program;
    stepper->recording = launch->record->recording;
    stepper->sources = sources;
    stepper->source_count = source_count;
    stepper->lanes = 0xf;
    stepper->last = STEPPER_STEP;
    stepper->replay = replay_create(stepper->recording);
    group_steps(stepper);
    bindings_prepare(stepper);
    variables_prepare(stepper);
    stepper->warp = stepper->recording->steps[0].warp;
    stepper_go(stepper, 0);
    return stepper;
}

void stepper_destroy(Stepper *stepper)
{
    if (stepper != NULL) {
        replay_destroy(stepper->replay);
        variables_destroy(stepper->variables);
        arena_clear(&stepper->arena);
        free(stepper);
    }
}

void stepper_help(Text *out)
{
    for (int i = 0; i < STEPPER_COMMAND_COUNT; i++) {
        const CommandInfo *info = &command_info[i];
        Text left = {0};
        text_printf(&left, "%s %s", info->name, info->arguments);
        text_printf(out, "  %-24s", text_string(&left));
        text_printf(out, left.size_bytes > 24 ? "\n%26s %s" : "%s %s", "", info->help);
        if (info->other != NULL) {
            text_printf(out, " (%s)", info->other);
        }
        text_put(out, "\n");
        text_destroy(&left);
    }
    text_put(out, "  Words may be shortened; an empty line repeats the last move.\n");
}

// The command of a word, or of the only one that begins with it.
static StepperCommand find_command(const char *word, size_t size)
{
    StepperCommand found = STEPPER_COMMAND_COUNT;
    uint32_t fits = 0;
    for (int i = 0; i < STEPPER_COMMAND_COUNT; i++) {
        const CommandInfo *info = &command_info[i];
        const char *names[] = {info->name, info->other};
        for (int n = 0; n < 2; n++) {
            if (names[n] == NULL || strncmp(names[n], word, size) != 0) {
                continue;
            }
            if (names[n][size] == '\0') {
                return (StepperCommand)i;
            }
            fits += found != (StepperCommand)i;
            found = (StepperCommand)i;
        }
    }
    return fits == 1 ? found : STEPPER_COMMAND_COUNT;
}

// A whole number; nothing else may follow.
static bool read_number(const char *text, uint32_t *number)
{
    char *end;
    if (!isdigit((unsigned char)*text)) {
        return false;
    }
    unsigned long value = strtoul(text, &end, 10);
    *number = value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
    return *end == '\0';
}

static StepperResult wrong(Text *out, const char *what, const char *arguments)
{
    text_printf(out, what, arguments);
    return STEPPER_WRONG;
}

static StepperResult moved(Stepper *stepper, Text *out)
{
    answer_where(stepper, out);
    return STEPPER_MOVED;
}

static StepperResult move_by(Stepper *stepper, const char *arguments, bool is_back, Text *out)
{
    uint32_t number = 1, count = stepper_count(stepper);
    if (*arguments != '\0' && !read_number(arguments, &number)) {
        return wrong(out, "invalid number of steps '%s'", arguments);
    }
    if (is_back ? stepper->at == 0 : stepper->at == count) {
        if (is_back) {
            text_put(out, "this is the first step");
        } else {
            put_end(stepper, out);
        }
        return STEPPER_WRONG;
    }
    uint32_t room = is_back ? stepper->at : count - stepper->at;
    number = number < room ? number : room;
    stepper_go(stepper, is_back ? stepper->at - number : stepper->at + number);
    return moved(stepper, out);
}

// Takes "back" off the end of the arguments (at most 127 characters of them).
static bool take_back(const char *arguments, char rest[128])
{
    size_t size = strnlen(arguments, 127);
    memcpy(rest, arguments, size);
    rest[size] = '\0';
    bool is_back =
        size >= 4 && strcmp(rest + size - 4, "back") == 0 && (size == 4 || rest[size - 5] == ' ');
    if (is_back) {
        rest[size - 4] = '\0';
        size = strlen(rest);
        while (size > 0 && rest[size - 1] == ' ') {
            rest[--size] = '\0';
        }
    }
    return is_back;
}

static StepperResult move_to(Stepper *stepper, StepperPlace *is_place, const char *what,
                             const char *arguments, Text *out)
{
    char rest[128];
    bool is_back = take_back(arguments, rest);
    if (rest[0] != '\0') {
        return wrong(out, "'%s' is not expected here; only back is", rest);
    }
    if (!stepper_find(stepper, is_place, NULL, is_back)) {
        text_printf(out, "warp %u has no %s %s here",
                    stepper->recording->warps[stepper->warp].number, what,
                    is_back ? "before" : "after");
        return STEPPER_WRONG;
    }
    return moved(stepper, out);
}

static StepperResult move_to_line(Stepper *stepper, const char *arguments, Text *out)
{
    char rest[128];
    bool is_back = take_back(arguments, rest);
    char *colon = strrchr(rest, ':');
    const RecordedStep *step = stepper_step_at(
        stepper, stepper_is_end(stepper) && stepper->at > 0 ? stepper->at - 1 : stepper->at);
    const char *file = step == NULL ? NULL : stepper_position(stepper, step).file;
    ExplainWish wish = {.file = colon == NULL ? file : rest};
    if (!read_number(colon == NULL ? rest : colon + 1, &wish.line) || wish.line == 0) {
        return wrong(out, "invalid line '%s'", arguments);
    }
    if (colon != NULL) {
        *colon = '\0';
    }
    if (wish.file == NULL || !explain_has_line(stepper->program, &wish)) {
        text_printf(out, "the kernel has no instruction on line %u of %s", wish.line,
                    wish.file == NULL ? "its source" : base_name(wish.file));
        return STEPPER_WRONG;
    }
    Arena arena = {0};
    const bool *visits = stepper_visits(stepper, &wish, &arena);
    bool is_found = stepper_find(stepper, stepper_is_visit, visits, is_back);
    arena_clear(&arena);
    if (!is_found) {
        text_printf(out, "warp %u does not reach line %u %s here",
                    stepper->recording->warps[stepper->warp].number, wish.line,
                    is_back ? "before" : "after");
        return STEPPER_WRONG;
    }
    return moved(stepper, out);
}

static StepperResult choose_warp(Stepper *stepper, const char *arguments, Text *out)
{
    const Recording *recording = stepper->recording;
    const char *comma = strchr(arguments, ',');
    uint32_t number, block = 0;
    char first[16] = "";
    if (*arguments == '\0') {
        const RecordedWarp *warp = &recording->warps[stepper->warp];
        text_printf(out, "  block %" PRIu64 ", warp %u; info lists all %u that are recorded\n",
                    recording->blocks[warp->block].index, warp->number, recording->warp_count);
        return STEPPER_ANSWERED;
    }
    if (comma != NULL && comma - arguments < 15) {
        memcpy(first, arguments, (size_t)(comma - arguments));
    }
    if (strcmp(arguments, "next") == 0 || strcmp(arguments, "back") == 0) {
        uint32_t away = arguments[0] == 'n' ? 1 : recording->warp_count - 1;
        stepper_choose_warp(stepper, (stepper->warp + away) % recording->warp_count);
        return moved(stepper, out);
    }
    if (!read_number(comma == NULL ? arguments : comma + 1, &number) ||
        (comma != NULL && !read_number(first, &block))) {
        return wrong(out, "invalid warp '%s': expected warp N or warp BLOCK,N", arguments);
    }
    for (uint32_t i = 0; i < recording->warp_count; i++) {
        const RecordedWarp *warp = &recording->warps[i];
        bool is_block = comma != NULL ? recording->blocks[warp->block].index == block
                                      : warp->block == recording->warps[stepper->warp].block;
        if (is_block && warp->number == number) {
            stepper_choose_warp(stepper, i);
            return moved(stepper, out);
        }
    }
    return wrong(out, "warp %s is not recorded (--block and --warp choose)", arguments);
}

// "0-3,16": bit = lane.
static bool read_lanes(const char *text, uint32_t *lanes)
{
    *lanes = 0;
    while (*text != '\0') {
        char *end;
        unsigned long from, until;
        if (!isdigit((unsigned char)*text)) {
            return false;
        }
        from = until = strtoul(text, &end, 10);
        if (*end == '-' && isdigit((unsigned char)end[1])) {
            until = strtoul(end + 1, &end, 10);
        }
        if (from > until || until >= LANE_COUNT || (*end != ',' && *end != '\0')) {
            return false;
        }
        for (unsigned long lane = from; lane <= until; lane++) {
            *lanes |= UINT32_C(1) << lane;
        }
        text = end + (*end == ',');
    }
    return *lanes != 0;
}

static StepperResult choose_lanes(Stepper *stepper, const char *arguments, Text *out)
{
    uint32_t lanes;
    if (strcmp(arguments, "all") == 0) {
        arguments = "0-31";
    }
    if (!read_lanes(arguments, &lanes)) {
        return wrong(out, "invalid lanes '%s': expected lanes such as 0-3,16", arguments);
    }
    stepper->lanes = lanes;
    text_printf(out, "%u lane%s\n", bits_count(lanes), (lanes & (lanes - 1)) == 0 ? "" : "s");
    return STEPPER_ANSWERED;
}

static StepperResult carry_out(Stepper *stepper, StepperCommand command, const char *arguments,
                               Text *out)
{
    switch (command) {
    case STEPPER_STEP: return move_by(stepper, arguments, false, out);
    case STEPPER_BACK: return move_by(stepper, arguments, true, out);
    case STEPPER_FIRST: stepper_go(stepper, 0); return moved(stepper, out);
    case STEPPER_LAST: stepper_go(stepper, UINT32_MAX); return moved(stepper, out);
    case STEPPER_LINE: return move_to_line(stepper, arguments, out);
    case STEPPER_DIVERGENCE:
        return move_to(stepper, stepper_is_divergence, "divergence", arguments, out);
    case STEPPER_BARRIER: return move_to(stepper, stepper_is_barrier, "barrier", arguments, out);
    case STEPPER_CONFLICT:
        return move_to(stepper, stepper_is_conflict, "bank conflict", arguments, out);
    case STEPPER_WARP: return choose_warp(stepper, arguments, out);
    case STEPPER_LANES: return choose_lanes(stepper, arguments, out);
    case STEPPER_HELP: stepper_help(out); return STEPPER_ANSWERED;
    case STEPPER_QUIT: return STEPPER_LEFT;
    default: return answer(stepper, command, arguments, out);
    }
}

static bool is_move(StepperCommand command)
{
    return command == STEPPER_STEP || command == STEPPER_BACK || command == STEPPER_LINE ||
           command == STEPPER_DIVERGENCE || command == STEPPER_BARRIER ||
           command == STEPPER_CONFLICT;
}

StepperResult stepper_command(Stepper *stepper, const char *line, Text *out)
{
    line += strspn(line, " \t\r\n");
    size_t size = strcspn(line, " \t\r\n/");
    if (*line == '\0') {
        return carry_out(stepper, stepper->last, stepper->last_line, out);
    }
    StepperCommand command = find_command(line, size);
    if (command == STEPPER_COMMAND_COUNT) {
        text_printf(out, "unknown command '%.*s' (see help)", size < 40 ? (int)size : 40, line);
        return STEPPER_WRONG;
    }
    char arguments[128];
    line += size + strspn(line + size, " \t");
    size = strcspn(line, "\r\n");
    if (size >= sizeof arguments) {
        text_put(out, "the line is too long");
        return STEPPER_WRONG;
    }
    while (size > 0 && (line[size - 1] == ' ' || line[size - 1] == '\t')) {
        size--;
    }
    memcpy(arguments, line, size);
    arguments[size] = '\0';
    if (is_move(command)) {
        stepper->last = command;
        memcpy(stepper->last_line, arguments, size + 1);
    }
    return carry_out(stepper, command, arguments, out);
}
