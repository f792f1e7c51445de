// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/name.h"

#include "isa/base/demangle.h"
#include "isa/base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// A part of a mangled name: an identifier without its length, or one character.
typedef struct Part {
    const char *text;
    size_t size;
} Part;

static bool starts_with(Part part, const char *start)
{
    return part.size >= strlen(start) && memcmp(part.text, start, strlen(start)) == 0;
}

static Part read_part(const char **at)
{
    Part part = {*at, 1};
    if (isdigit((unsigned char)**at)) {
        char *name;
        unsigned long size = strtoul(*at, &name, 10);
        if (size > 0 && size <= strlen(name)) {
            part = (Part){name, size};
            *at = name + size;
            return part;
        }
    }
    ++*at;
    return part;
}

// The next part that both kinds of names have; size 0 at the end.
static Part next_part(const char **at)
{
    while (**at != 0) {
        if (**at == 'L' && isdigit((unsigned char)(*at)[1])) {
            ++*at;
            continue;
        }
        Part part = read_part(at);
        if (part.size > 1 && starts_with(part, "_GLOBAL__N_")) {
            return (Part){"_GLOBAL__N_1", 12};
        }
        if (part.size == 1 || !starts_with(part, "_INTERNAL_")) {
            return part;
        }
    }
    return (Part){*at, 0};
}

static const char *behind_prefix(const char *name)
{
    return strncmp(name, "_Z", 2) == 0 ? name + 2 : name;
}

// The identifier that is the whole of a mangled name; a name that is not mangled is one itself.
static Part whole_name(const char *name)
{
    if (strncmp(name, "_Z", 2) != 0) {
        return (Part){name, strlen(name)};
    }
    const char *at = name + 2;
    Part part = next_part(&at);
    return *at == 0 ? part : (Part){NULL, 0};
}

// GCC writes UTF-8, compilers of device code write ASCII.
static bool is_same_in_ascii(Part host, Part device)
{
    if (text_is_ascii(host.text, host.size)) {
        return false;
    }
    Text ascii = {0};
    text_put_ascii_name(&ascii, host.text, host.size);
    bool is_same =
        ascii.size_bytes == device.size && memcmp(ascii.at, device.text, device.size) == 0;
    text_destroy(&ascii);
    return is_same;
}

static bool are_same(Part host, Part device)
{
    bool is_same = host.size == device.size && memcmp(host.text, device.text, host.size) == 0;
    return is_same || is_same_in_ascii(host, device);
}

bool name_is_same(const char *host, const char *device)
{
    Part host_whole = whole_name(host), device_whole = whole_name(device);
    if (host_whole.text != NULL && device_whole.text != NULL) {
        return are_same(host_whole, device_whole);
    }
    if (host_whole.text != NULL || device_whole.text != NULL) {
        return false;
    }
    const char *host_at = behind_prefix(host), *device_at = behind_prefix(device);
    for (;;) {
        Part a = next_part(&host_at), b = next_part(&device_at);
        if (!are_same(a, b)) {
            return false;
        }
        if (a.size == 0) {
            return true;
        }
    }
}

bool name_is_same_instance(const char *host, const char *device)
{
    Text host_text = {0}, device_text = {0};
    bool is_same = demangle(host, DEMANGLE_SHORT, &host_text) &&
                   demangle(device, DEMANGLE_SHORT, &device_text) &&
                   strchr(text_string(&host_text), '<') != NULL &&
                   strcmp(text_string(&host_text), text_string(&device_text)) == 0;
    text_destroy(&host_text);
    text_destroy(&device_text);
    return is_same;
}
