// SPDX-License-Identifier: Apache-2.0
// The findings in the words and layout of compute-sanitizer 2025, for scripts that parse those.
#include "sim/report/check_print.h"

#include <string.h>

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
    } else if (position.file != NULL) {
        text_printf(out, "=========     Host Frame: in %s:%u\n", position.file, position.line);
    }
}

static void put_side(const CheckMessage *message, const CheckSide *side, SourcePosition position,
                     Text *out)
{
    text_printf(out, "%s access at %s+0x%x in %s:%u", side->is_store ? "Write" : "Read",
                message->kernel, side->pc * 16, position.file == NULL ? "?" : position.file,
                position.line);
}

static void put_race(const CheckMessage *message, Text *out)
{
    const CheckFinding *finding = message->finding;
    text_printf(out, "========= %s: Race reported between ",
                finding->is_benign ? "Warning" : "Error");
    put_side(message, &finding->other, message->notes[0].position, out);
    text_put(out, "\n=========     and ");
    put_side(message, &finding->here, message->position, out);
    text_printf(out, " [%llu hazard%s]\n", (unsigned long long)message->count,
                message->count == 1 ? "" : "s");
}

// "128 bytes of cudaMalloc at 0x300001000000"; without the address if one place left several.
static void put_leak(const CheckMessage *message, Text *out)
{
    const char *detail = message->finding->detail, *at = strstr(detail, " at ");
    text_printf(out, "========= Leaked %.*s bytes%s\n", (int)strspn(detail, "0123456789"), detail,
                at == NULL ? "" : at);
    put_place(message, message->position, &message->finding->here, out);
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
    case CHECKER_LEAK:
        if (finding->kind == CHECK_LEAK_DEVICE) {
            put_leak(message, out);
            break;
        } // fall through
    default:
        text_printf(out, "========= %s\n", message->text);
        put_place(message, message->position, &finding->here, out);
        break;
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
