// SPDX-License-Identifier: Apache-2.0
// Linked into every program of a build for mutation testing: reads the environment (mutant.h). The
// map is shared with child processes and survives a crash.
#include "mutant.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int mutant_number;
unsigned char *mutant_seen;

static unsigned char unseen[MUTANT_MAX];

void mutant_start(void)
{
    const char *number = getenv("LOCKSTEP_MUTANT"), *path = getenv("LOCKSTEP_MUTANT_SEEN");
    mutant_number = number == NULL ? 0 : atoi(number);
    int file = path == NULL ? -1 : open(path, O_RDWR);
    void *map =
        file < 0 ? MAP_FAILED : mmap(NULL, MUTANT_MAX, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    mutant_seen = map == MAP_FAILED ? unseen : map;
    if (file >= 0) {
        close(file);
    }
}
