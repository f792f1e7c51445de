// SPDX-License-Identifier: Apache-2.0
// Messages on stderr, color, and pages on stdout or in a file.
#include "sim/cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put_message(bool is_colored, const char *color, const char *level, const char *format,
                        va_list arguments)
{
    if (is_colored) {
        fprintf(stderr, "lockstep: %s%s:\033[0m ", color, level);
    } else {
        fprintf(stderr, "lockstep: %s: ", level);
    }
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void cli_error(const Style *style, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_message(style->is_err_colored, "\033[1;31m", "error", format, arguments);
    va_end(arguments);
}

void cli_skip(const Style *style, const char *gpu, const char *path)
{
    cli_error(style, "%s is skipped: %s could not be compiled for it", gpu, path);
}

void cli_note(const Style *style, const char *format, ...)
{
    if (style->is_quiet) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    put_message(style->is_err_colored, "\033[1;36m", "note", format, arguments);
    va_end(arguments);
}

bool style_choose(const char *mode, bool is_quiet, Style *style)
{
    const char *no_color = getenv("NO_COLOR");
    bool is_wanted = no_color == NULL || no_color[0] == 0;
    style->is_quiet = is_quiet;
    style->is_out_colored = is_wanted && isatty(STDOUT_FILENO);
    style->is_err_colored = is_wanted && isatty(STDERR_FILENO);
    if (mode == NULL || strcmp(mode, "auto") == 0) {
        return true;
    }
    bool is_always = strcmp(mode, "always") == 0;
    style->is_out_colored = style->is_err_colored = is_always;
    return is_always || strcmp(mode, "never") == 0;
}

bool page_write(const Style *style, const char *path, const Text *page)
{
    bool is_file = path != NULL && strcmp(path, "-") != 0;
    bool is_good =
        is_file ? file_replace(path, text_string(page), page->size_bytes)
                : fwrite(text_string(page), 1, page->size_bytes, stdout) == page->size_bytes &&
                      fflush(stdout) == 0;
    if (!is_good) {
        cli_error(style, "cannot write %s: %s", is_file ? path : "standard output",
                  strerror(errno));
    }
    return is_good;
}
