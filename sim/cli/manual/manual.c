// SPDX-License-Identifier: Apache-2.0
// A tool of the build: writes the man page and the shell completions from the command line's own
// tables. `manual FOLDER` writes FOLDER/lockstep.1 and FOLDER/completions/.
#include "sim/cli/manual/manual.h"

#include <stdio.h>

static bool write_file(const char *folder, const char *name, void (*put)(Text *out))
{
    Text text = {0}, path = {0};
    text_printf(&path, "%s/%s", folder, name);
    put(&text);
    FILE *file = fopen(text_string(&path), "w");
    bool is_good = file != NULL && fwrite(text_string(&text), 1, text.size_bytes, file) > 0;
    is_good = file != NULL && fclose(file) == 0 && is_good;
    if (!is_good) {
        fprintf(stderr, "manual: cannot write %s\n", text_string(&path));
    }
    text_destroy(&text);
    text_destroy(&path);
    return is_good;
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fputs("usage: manual FOLDER\n", stderr);
        return 1;
    }
    const char *folder = arguments[1];
    bool is_good = write_file(folder, "lockstep.1", man_page_put);
    is_good = write_file(folder, "completions/lockstep.bash", bash_put) && is_good;
    is_good = write_file(folder, "completions/_lockstep", zsh_put) && is_good;
    is_good = write_file(folder, "completions/lockstep.fish", fish_put) && is_good;
    return is_good ? 0 : 1;
}
