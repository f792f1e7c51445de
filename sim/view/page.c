// SPDX-License-Identifier: Apache-2.0
// The page: what room.cmake made of assets/, with the block of data in its place. A script element
// ends at the first "</script" wherever it stands, so that no "<" of the data may be one.
#include "sim/view/view.h"

#include <string.h>

#include "sim/view/page_assets.inc" // page_head, page_tail

static void put_escaped(const char *json, size_t size_bytes, Text *out)
{
    for (size_t at = 0; at < size_bytes;) {
        const char *angle = memchr(json + at, '<', size_bytes - at);
        size_t end = angle == NULL ? size_bytes : (size_t)(angle - json);
        text_add(out, json + at, end - at);
        if (angle != NULL) {
            text_put(out, "\\u003c");
        }
        at = end + 1;
    }
}

// Where a page holds its block of data.
static const char data_begin[] = "<script type=\"application/json\" id=\"data\">";
static const char data_end[] = "</script>";

bool view_join_pages(const char *const *pages, uint32_t count, Text *out)
{
    const char *rest = count == 0 ? NULL : strstr(pages[0], data_begin);
    rest = rest == NULL ? NULL : strstr(rest, data_end);
    if (rest == NULL) {
        return false;
    }
    rest += sizeof data_end - 1;
    text_add(out, pages[0], (size_t)(rest - pages[0]));
    for (uint32_t i = 1; i < count; i++) {
        const char *data = strstr(pages[i], data_begin);
        const char *end = data == NULL ? NULL : strstr(data, data_end);
        if (end == NULL) {
            return false;
        }
        data += sizeof data_begin - 1;
        text_printf(out, "\n<script type=\"application/json\" id=\"data-%u\">", i + 1);
        text_add(out, data, (size_t)(end - data) + sizeof data_end - 1);
    }
    text_put(out, rest);
    return true;
}

void view_print_page(const View *view, Text *out)
{
    Text data = {0};
    view_print_data(view, &data);
    text_add(out, (const char *)page_head, sizeof page_head - 1);
    put_escaped(data.at, data.size_bytes, out);
    text_add(out, (const char *)page_tail, sizeof page_tail - 1);
    text_destroy(&data);
}
