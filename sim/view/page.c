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

void view_print_page(const View *view, Text *out)
{
    Text data = {0};
    view_print_data(view, &data);
    text_add(out, (const char *)page_head, sizeof page_head - 1);
    put_escaped(data.at, data.size_bytes, out);
    text_add(out, (const char *)page_tail, sizeof page_tail - 1);
    text_destroy(&data);
}
