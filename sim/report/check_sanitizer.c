// SPDX-License-Identifier: Apache-2.0
// The findings in the words and layout of compute-sanitizer 2025, for scripts that parse those.
#include "sim/report/check_print.h"

static const char *space_name(PtxSpace space)
{
    switch (space) {
    case PTX_SPACE_SHARED: return "__shared__";
    case PTX_SPACE_LOCAL: return "__local__";
    default: return "__global__";
    }
}

static void put_line(const char *text, Text *out)
{
    text_printf(out, "========= %s\n", text);
}

static void put_place(const CheckMessage *message, SourcePosition position, const CheckSide *side,
                      Text *out)
{
    if (message->kernel != NULL) {
        text_printf(out, "=========     at %s+0x%x in %s:%u\n", message->kernel, side->pc * 16,
                    position.file == NULL ? "?" : position.file, position.line);
        text_printf(out, "=========     by thread " TEXT_INDEX " in block " TEXT_INDEX "\n",
                    TEXT_XYZ(side->thread), TEXT_XYZ(side->block));
    }
}

// The other side comes first.
static const char *hazard(const CheckFinding *finding)
{
    return !finding->here.is_store ? "RAW" : finding->other.is_store ? "WAW" : "WAR";
}

static void put_race(const CheckMessage *message, Text *out)
{
    const CheckFinding *finding = message->finding;
    text_printf(
        out, "========= %s: Potential %s hazard detected at %s 0x%llx in block " TEXT_INDEX " :\n",
        finding->is_benign ? "Info" : "Error", hazard(finding), space_name(finding->space),
        (unsigned long long)finding->address, TEXT_XYZ(finding->here.block));
    const CheckSide *sides[] = {&finding->other, &finding->here};
    SourcePosition positions[] = {message->notes[0].position, message->position};
    for (int i = 0; i < 2; i++) {
        text_printf(out, "=========     %s Thread " TEXT_INDEX " at %s+0x%x in %s:%u\n",
                    sides[i]->is_store ? "Write" : "Read", TEXT_XYZ(sides[i]->thread),
                    message->kernel, sides[i]->pc * 16,
                    positions[i].file == NULL ? "?" : positions[i].file, positions[i].line);
    }
}

static void put_message(const CheckMessage *message, Text *out)
{
    const CheckFinding *finding = message->finding;
    switch (check_info[finding->kind].checker) {
    case CHECKER_RACE:
        if (finding->has_other) {
            put_race(message, out);
        } else {
            text_printf(out, "========= Error: %s\n", message->text);
            put_place(message, message->position, &finding->here, out);
        }
        break;
    case CHECKER_MEMORY:
        if (finding->width_bytes > 0) {
            text_printf(out, "========= Invalid %s %s of size %u bytes\n",
                        space_name(finding->space), finding->here.is_store ? "write" : "read",
                        finding->width_bytes);
        } else {
            text_printf(out, "========= Error: %s\n", message->text);
        }
        put_place(message, message->position, &finding->here, out);
        text_printf(out, "=========     %s\n", message->text);
        break;
    case CHECKER_INIT:
        text_printf(out, "========= Uninitialized %s memory read of size %u bytes\n",
                    space_name(finding->space),
                    finding->width_bytes > 0 ? finding->width_bytes : 4);
        put_place(message, message->position, &finding->here, out);
        break;
    case CHECKER_SYNC:
        text_printf(out, "========= Barrier error detected. %s\n", message->text);
        put_place(message, message->position, &finding->here, out);
        break;
    default: text_printf(out, "========= %s\n", message->text); break;
    }
    put_line("", out);
}

void check_print_sanitizer(const CheckReport *check, uint32_t max, Text *out)
{
    uint32_t count = check_shown(check, CHECK_FOUND, max);
    put_line("COMPUTE-SANITIZER", out);
    for (uint32_t i = 0; i < count; i++) {
        put_message(&check->groups[CHECK_FOUND].items[i], out);
    }
    text_printf(out, "========= ERROR SUMMARY: %u error%s\n", check->error_count,
                check->error_count == 1 ? "" : "s");
}
