// SPDX-License-Identifier: Apache-2.0
// Runs the command line inside the fuzzer: files in a folder of its own, output thrown away. What
// it is asked to do is bounded in instructions, so that an input which never ends is a finding.
// Included once by a target.
#ifndef LOCKSTEP_FUZZ_COMMAND_H
#define LOCKSTEP_FUZZ_COMMAND_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int lockstep_main(int count, char **arguments); // sim/cli's

#define COMMAND_WORDS 64u

typedef struct Command {
    char *words[COMMAND_WORDS + 1];
    int count;
} Command;

static char command_room[1 << 16];
static size_t command_used;

// Goes to $TMPDIR, or to a new folder of /tmp, once.
static inline void command_enter(void)
{
    static char made[] = "/tmp/lockstep_fuzz_XXXXXX";
    static bool is_there;
    if (is_there) {
        return;
    }
    is_there = true;
    const char *given = getenv("TMPDIR");
    const char *folder = given != NULL ? given : mkdtemp(made);
    if (folder == NULL || chdir(folder) != 0 || freopen("/dev/null", "w", stdout) == NULL) {
        abort();
    }
}

static inline void command_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        abort();
    }
}

static inline void command_add(Command *command, const char *word, size_t length)
{
    if (command->count == 0) {
        command_used = 0;
    }
    if ((uint32_t)command->count < COMMAND_WORDS &&
        length + 1 < sizeof command_room - command_used) {
        char *at = command_room + command_used;
        memcpy(at, word, length);
        at[length] = '\0';
        command_used += length + 1;
        command->words[command->count++] = at;
        command->words[command->count] = NULL;
    }
}

// Words separated by spaces.
static inline void command_say(Command *command, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        command_add(command, text, length);
        text += length + (text[length] == ' ');
    }
}

static inline int command_run(Command *command)
{
    int code = lockstep_main(command->count, command->words);
    bool is_known = (code >= 0 && code <= 5) || code == 124;
    if (!is_known) {
        fprintf(stderr, "exit code %d is not documented\n", code);
        abort();
    }
    return code;
}

#endif
