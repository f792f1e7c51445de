// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/nvcc_words.h"

#include "sim/program/file.h"

#include <string.h>

static const char blanks[] = " \t\r\n";

// Moves *at behind the word that begins there, which then ends with 0. The word is written over its
// own quotes.
static char *cut_word(char **at)
{
    char *word = *at, *end = *at, quote = 0;
    for (; **at != 0 && (quote != 0 || strchr(blanks, **at) == NULL); ++*at) {
        if (**at == quote || (quote == 0 && (**at == '"' || **at == '\''))) {
            quote = **at == quote ? 0 : **at;
            continue;
        }
        *at += **at == '\\' && (*at)[1] != 0;
        *end++ = **at;
    }
    *at += **at != 0;
    *end = 0;
    return word;
}

bool nvcc_words_read(const char *path, Command *words)
{
    enum { LIMIT_BYTES = 1 << 24 };
    size_t size_bytes;
    char *at = file_read(path, LIMIT_BYTES, &size_bytes, words->arena);
    if (at == NULL) {
        return false;
    }
    for (at += strspn(at, blanks); *at != 0; at += strspn(at, blanks)) {
        command_add(words, cut_word(&at));
    }
    return true;
}
