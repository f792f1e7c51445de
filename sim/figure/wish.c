// SPDX-License-Identifier: Apache-2.0
// "PANEL:line=14,visit=2": what is to be drawn, as it is written on the command line.
#include "sim/figure/figure.h"

#include "isa/base/nearest.h"

#include <stddef.h>
#include <string.h>

typedef struct Key {
    const char *name;
    size_t offset;  // of its number in the wish
    uint32_t least; // number that it takes
    const char *doc;
} Key;

static const Key keys[] = {
#define KEY(name, field, least, doc) {name, offsetof(FigureWish, field), least, doc},
#include "sim/figure/key.def"
#undef KEY
};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

void figure_describe(Text *out)
{
    for (uint32_t i = 0; i < PANEL_COUNT; i++) {
        text_printf(out, "  %-10s %s\n", panel_info[i].name, panel_info[i].doc);
    }
    text_put(out, "and after a colon, separated by commas:\n");
    for (uint32_t i = 0; i < KEY_COUNT; i++) {
        text_printf(out, "  %s=N%*s %s\n", keys[i].name, (int)(8 - strlen(keys[i].name)), "",
                    keys[i].doc);
    }
    text_put(out, "  load, store only such accesses of the line\n");
}

// names: of what the word could have been.
static bool refuse(Text *trouble, const char *what, const char *word, size_t size,
                   const char *const *names, uint32_t count)
{
    Text given = {0};
    text_add(&given, word, size);
    text_printf(trouble, "%s '%s'", what, text_string(&given));
    nearest_put(text_string(&given), names, count, trouble);
    text_put(trouble, "\n");
    figure_describe(trouble);
    text_destroy(&given);
    return false;
}

static bool refuse_panel(Text *trouble, const char *word, size_t size)
{
    const char *names[PANEL_COUNT];
    for (uint32_t i = 0; i < PANEL_COUNT; i++) {
        names[i] = panel_info[i].name;
    }
    return refuse(trouble, "unknown panel", word, size, names, PANEL_COUNT);
}

static bool read_number(const char *text, size_t size, uint32_t *number)
{
    *number = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9' || *number > UINT32_MAX / 10 - 1) {
            return false;
        }
        *number = *number * 10 + (uint32_t)(text[i] - '0');
    }
    return size > 0;
}

// Whether a list of words with blanks between them has this one.
static bool has_word(const char *list, const char *word, size_t size)
{
    const char *at = list;
    while (*at != '\0') {
        size_t length = strcspn(at, " ");
        if (length == size && memcmp(at, word, size) == 0) {
            return true;
        }
        at += length + (at[length] == ' ');
    }
    return false;
}

static bool refuse_key(Text *trouble, const PanelInfo *panel, const char *key, size_t size)
{
    text_printf(trouble, "%s does not take '%.*s', but: %s\n", panel->name, (int)size, key,
                panel->keys);
    return false;
}

static bool read_key(const char *text, size_t size, FigureWish *wish, Text *trouble)
{
    const PanelInfo *panel = &panel_info[wish->panel];
    const char *equals = memchr(text, '=', size);
    size_t name_size = equals == NULL ? size : (size_t)(equals - text);
    if (equals == NULL && has_word("load store", text, size)) {
        wish->kind = *text == 'l' ? FIGURE_LOAD : FIGURE_STORE;
        return has_word(panel->keys, text, size) || refuse_key(trouble, panel, text, size);
    }
    for (uint32_t i = 0; i < KEY_COUNT && equals != NULL; i++) {
        if (strlen(keys[i].name) == name_size && memcmp(keys[i].name, text, name_size) == 0) {
            uint32_t number;
            uint32_t least = keys[i].least;
            if (!read_number(equals + 1, size - name_size - 1, &number) || number < least) {
                text_printf(trouble, "%s= takes a whole number from %u on, not '%.*s'\n",
                            keys[i].name, least, (int)(size - name_size - 1), equals + 1);
                return false;
            }
            memcpy((char *)wish + keys[i].offset, &number, sizeof number);
            return has_word(panel->keys, text, name_size) ||
                   refuse_key(trouble, panel, text, name_size);
        }
    }
    const char *names[KEY_COUNT];
    for (uint32_t i = 0; i < KEY_COUNT; i++) {
        names[i] = keys[i].name;
    }
    return refuse(trouble, "unknown key", text, name_size, names, KEY_COUNT);
}

bool figure_wish_read(const char *text, FigureWish *wish, Text *trouble)
{
    size_t size = strcspn(text, ":");
    *wish = (FigureWish){.panel = PANEL_COUNT};
    for (uint32_t i = 0; i < PANEL_COUNT; i++) {
        if (strlen(panel_info[i].name) == size && memcmp(panel_info[i].name, text, size) == 0) {
            wish->panel = (FigurePanel)i;
        }
    }
    if (wish->panel == PANEL_COUNT) {
        return refuse_panel(trouble, text, size);
    }
    const char *at = text + size;
    while (*at != '\0') {
        at++;
        size = strcspn(at, ",");
        if (!read_key(at, size, wish, trouble)) {
            return false;
        }
        at += size;
    }
    return true;
}
