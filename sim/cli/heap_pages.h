// SPDX-License-Identifier: Apache-2.0
#ifndef LOCKSTEP_CLI_HEAP_PAGES_H
#define LOCKSTEP_CLI_HEAP_PAGES_H

// Has the memory of malloc(), also that of the program which is run, in huge pages where the host's
// C library is glibc. To be called first. Whoever compiles or runs a program touches tens of MiB
// for a short time, and half of that time was page faults.
void heap_pages_use(void);

#endif
