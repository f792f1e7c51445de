// SPDX-License-Identifier: Apache-2.0
// Included in front of every file of a build for mutation testing (mutate.py), which holds all
// mutants. The environment says which one is on (LOCKSTEP_MUTANT: its number; 0 or unset: none),
// and where to note which ones were reached (LOCKSTEP_MUTANT_SEEN: a file with a byte for each).
// Includes nothing: the files behind it choose their own feature macros.
#ifndef LOCKSTEP_MUTANT_H
#define LOCKSTEP_MUTANT_H

enum { MUTANT_MAX = 65536 };

extern int mutant_number;
extern unsigned char *mutant_seen; // [MUTANT_MAX]; NULL before mutant_start

void mutant_start(void);

// 1 if the mutant is on.
static inline int mutant(int number)
{
    if (mutant_seen == 0) {
        mutant_start();
    }
    mutant_seen[number] = 1;
    return mutant_number == number;
}

#endif
