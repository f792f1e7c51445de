// SPDX-License-Identifier: Apache-2.0
// Buffers after the run: --dump writes their bytes, --print shows elements. After a fault too.
#include "sim/cli/job.h"

#include "sim/plan/expression.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t PRINTED_BY_DEFAULT = 16;

// What one --dump or --print asks for.
typedef struct Request {
    uint32_t buffer;   // index
    const char *path;  // of --dump
    uint64_t from, to; // elements, of --print
} Request;

// Elements from..to of a buffer, for the caller to free; NULL, with a message, when it fails.
static uint8_t *read_elements(const Job *job, const Style *style, const Plan *plan, uint32_t index,
                              uint64_t from, uint64_t to)
{
    const Buffer *buffer = &plan->buffers[index];
    uint64_t size_bytes = (to - from) * buffer->element->size_bytes;
    uint8_t *bytes = malloc(size_bytes + 1);
    uint64_t address = job->addresses[index] + from * buffer->element->size_bytes;
    if (bytes == NULL || lockstep_read(job->device, address, bytes, size_bytes) != LOCKSTEP_OK) {
        cli_error(style, "cannot read buffer %s", buffer->name);
        free(bytes);
        return NULL;
    }
    return bytes;
}

static uint32_t find_buffer(const Style *style, const Plan *plan, const char *name,
                            size_t size_bytes)
{
    uint32_t index = plan_find_buffer(plan, name, size_bytes);
    if (index == UINT32_MAX) {
        Text names = {0};
        for (uint32_t i = 0; i < plan->buffer_count; i++) {
            text_printf(&names, "%s%s", i > 0 ? ", " : "", plan->buffers[i].name);
        }
        cli_error(style, "unknown buffer '%.*s' (known: %s)", (int)size_bytes, name,
                  names.size_bytes > 0 ? text_string(&names) : "none");
        text_destroy(&names);
    }
    return index;
}

// "NAME=FILE"
static bool read_dump(const Style *style, const Plan *plan, const char *text, Request *request)
{
    size_t name_bytes = strcspn(text, "=");
    if (text[name_bytes] != '=' || text[name_bytes + 1] == 0) {
        cli_error(style, "--dump expects NAME=FILE, got '%s'", text);
        return false;
    }
    request->path = text + name_bytes + 1;
    request->buffer = find_buffer(style, plan, text, name_bytes);
    return request->buffer != UINT32_MAX;
}

static bool dump_one(const Job *job, const Style *style, const Plan *plan, const char *text)
{
    Request request;
    if (!read_dump(style, plan, text, &request)) {
        return false;
    }
    const Buffer *buffer = &plan->buffers[request.buffer];
    const char *path = request.path;
    uint8_t *bytes = read_elements(job, style, plan, request.buffer, 0, buffer->count);
    bool is_good = bytes != NULL && file_replace(path, bytes, buffer_bytes(buffer));
    if (bytes != NULL && !is_good) {
        cli_error(style, "cannot write %s: %s", path, strerror(errno));
    }
    free(bytes);
    return is_good;
}

bool job_dump(const Job *job, const Plan *plan, const Options *options)
{
    const Style *style = &options->style;
    bool is_good = true;
    for (uint32_t i = 0; i < options->use_count; i++) {
        if (options->uses[i].id == OPTION_DUMP) {
            is_good = dump_one(job, style, plan, options->uses[i].value) && is_good;
        }
    }
    return is_good;
}

// "[A:B]", "[:B]", "[A:]" or nothing.
static bool read_range(const char *at, uint64_t count, uint64_t *from, uint64_t *to)
{
    int64_t low = 0, high = (int64_t)count;
    *from = 0;
    *to = count < PRINTED_BY_DEFAULT ? count : PRINTED_BY_DEFAULT;
    if (*at == 0) {
        return true;
    }
    if (*at++ != '[' || (*at != ':' && !expression_read(at, &at, &low)) || *at++ != ':' ||
        (*at != ']' && !expression_read(at, &at, &high)) || at[0] != ']' || at[1] != 0) {
        return false;
    }
    *from = (uint64_t)low;
    *to = (uint64_t)high;
    return low >= 0 && low <= high && high <= (int64_t)count;
}

// "NAME" or "NAME[FROM:TO]"
static bool read_print(const Style *style, const Plan *plan, const char *text, Request *request)
{
    size_t name_bytes = strcspn(text, "[");
    request->buffer = find_buffer(style, plan, text, name_bytes);
    if (request->buffer == UINT32_MAX) {
        return false;
    }
    const Buffer *buffer = &plan->buffers[request->buffer];
    if (!read_range(text + name_bytes, buffer->count, &request->from, &request->to)) {
        cli_error(style, "--print expects NAME or NAME[FROM:TO] within its %llu elements, got '%s'",
                  (unsigned long long)buffer->count, text);
        return false;
    }
    return true;
}

static bool print_one(const Job *job, const Style *style, const Plan *plan, const char *text,
                      Text *out)
{
    Request request;
    if (!read_print(style, plan, text, &request)) {
        return false;
    }
    const Buffer *buffer = &plan->buffers[request.buffer];
    uint8_t *bytes = read_elements(job, style, plan, request.buffer, request.from, request.to);
    if (bytes == NULL) {
        return false;
    }
    text_printf(out, "%s[%llu:%llu] =", buffer->name, (unsigned long long)request.from,
                (unsigned long long)request.to);
    for (uint64_t i = 0; i < request.to - request.from; i++) {
        text_put(out, " ");
        element_print(buffer->element, bytes + i * buffer->element->size_bytes, out);
    }
    text_put(out, "\n");
    free(bytes);
    return true;
}

bool job_print(const Job *job, const Plan *plan, const Options *options, Text *out)
{
    const Style *style = &options->style;
    bool is_good = true;
    for (uint32_t i = 0; i < options->use_count; i++) {
        if (options->uses[i].id == OPTION_PRINT) {
            is_good = print_one(job, style, plan, options->uses[i].value, out) && is_good;
        }
    }
    return is_good;
}

bool dumps_check(const Plan *plan, const Options *options)
{
    const Style *style = &options->style;
    bool is_good = true;
    for (uint32_t i = 0; i < options->use_count; i++) {
        const OptionUse *use = &options->uses[i];
        Request request;
        if (use->id == OPTION_DUMP) {
            is_good = read_dump(style, plan, use->value, &request) && is_good;
        } else if (use->id == OPTION_PRINT) {
            is_good = read_print(style, plan, use->value, &request) && is_good;
        }
    }
    return is_good;
}
