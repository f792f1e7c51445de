// SPDX-License-Identifier: Apache-2.0
// SA_ONSTACK and sigaltstack are X/Open extensions of POSIX.
#define _XOPEN_SOURCE 700
#include "sim/cli/program_crash.h"

#include "sim/runtime/pointer.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// A heap that the program has damaged can stop the report: then the signal ends the process.
#define REPORT_SECONDS 10

// Room for the handler when the stack itself has overflown: what a report needs and more.
#define STACK_BYTES (1u << 20)

static const struct {
    int number;
    const char *words;
} crashes[] = {
    {SIGSEGV, "segmentation fault"}, {SIGBUS, "bus error"}, {SIGFPE, "arithmetic exception"},
    {SIGILL, "illegal instruction"}, {SIGABRT, "abort"},
};
#define CRASH_COUNT (sizeof crashes / sizeof *crashes)

// Handlers of signals take no argument of ours.
static void (*the_finish)(void);
static pid_t the_process;
static uint64_t the_stack; // an address near its upper end
static volatile sig_atomic_t the_number;

static void give_up(int number)
{
    (void)number;
    signal(the_number, SIG_DFL);
    raise(the_number);
}

static const char *words_of(int number)
{
    size_t i = 0;
    while (i + 1 < CRASH_COUNT && crashes[i].number != number) {
        i++;
    }
    return crashes[i].words;
}

// Not by fprintf alone: the program may have crashed while it held stderr's buffer.
static void say(const char *text)
{
    fflush(stderr);
    if (write(STDERR_FILENO, text, strlen(text)) < 0) {
        return; // nobody is there to be told
    }
}

// Whether the address is of the first thread's stack, whose size has a limit.
static bool is_of_stack(uint64_t address, uint64_t *limit_bytes)
{
    struct rlimit limit;
    bool has_limit = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    *limit_bytes = has_limit ? (uint64_t)limit.rlim_cur : 0;
    return has_limit && address < the_stack && the_stack - address < *limit_bytes + STACK_BYTES;
}

// False: in the middle of a call of the runtime, which then cannot be asked for a report.
static bool describe(int number, const siginfo_t *info)
{
    char text[512], place[320];
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr, limit_bytes;
    bool has_address = number == SIGSEGV || number == SIGBUS;
    bool is_idle = runtime_describe_pointer(address, place, sizeof place);
    if (number == SIGSEGV && is_idle && is_of_stack(address, &limit_bytes)) {
        snprintf(place, sizeof place,
                 "the stack is full (%llu KB, which 'ulimit -s' can raise): a recursion without "
                 "end, or large local arrays",
                 (unsigned long long)limit_bytes >> 10);
    }
    if (!has_address) {
        snprintf(text, sizeof text, "lockstep: error: %s in the program's host code\n",
                 words_of(number));
    } else if (!is_idle) {
        snprintf(text, sizeof text,
                 "lockstep: error: %s at address 0x%llx in a call of the CUDA runtime\n",
                 words_of(number), (unsigned long long)address);
    } else {
        snprintf(text, sizeof text,
                 "lockstep: error: %s in the program's host code at address 0x%llx: %s\n",
                 words_of(number), (unsigned long long)address, place);
    }
    say(text);
    return is_idle;
}

static void crashed(int number, siginfo_t *info, void *context)
{
    (void)context;
    the_number = number;
    for (size_t i = 0; i < CRASH_COUNT; i++) {
        signal(crashes[i].number, SIG_DFL);
    }
    signal(SIGALRM, give_up);
    alarm(REPORT_SECONDS);
    if (getpid() == the_process && describe(number, info)) {
        the_finish();
        fflush(NULL);
    }
    raise(number);
}

void program_crash_watch(void (*finish)(void))
{
    struct sigaction action = {.sa_sigaction = crashed,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    static char stack_bytes[STACK_BYTES];
    stack_t stack = {.ss_sp = stack_bytes, .ss_size = sizeof stack_bytes};
    sigaltstack(&stack, NULL);
    the_stack = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    the_finish = finish;
    the_process = getpid();
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < CRASH_COUNT; i++) {
        sigaction(crashes[i].number, &action, NULL);
    }
}
