// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/interrupt.h"

#include "sim/cli/cli.h"
#include "sim/runtime/runtime.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

// A report that does not come to an end, because the program holds a lock that it needs.
#define REPORT_SECONDS 10
#define CHILDREN_MAX   64u

static const double SECONDS_BETWEEN = 0.5;

// Handlers of signals take no argument of ours.
static atomic_bool has_come, is_ending;
static sem_t arrival;
static void (*the_finish)(void);
static pid_t the_process;
static _Atomic pid_t children[CHILDREN_MAX]; // that run the program on one GPU each
static atomic_uint child_count;

bool interrupt_has_come(void)
{
    return atomic_load(&has_come);
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void pass_on(int number)
{
    uint32_t count = atomic_load(&child_count);
    for (uint32_t i = 0; i < count; i++) {
        pid_t child = atomic_load(&children[i]);
        if (child != 0) { // else it has ended
            kill(child, number);
        }
    }
}

// A terminal's Ctrl-C reaches this process and those that pass it on to this one: what comes so
// soon after the first is no second Ctrl-C.
static void came(int number)
{
    static double first;
    if (the_process != getpid()) {
        signal(number, SIG_DFL);
        raise(number); // a process that the program forked
    } else if (!atomic_exchange(&has_come, true)) {
        first = seconds_now();
        pass_on(number);
        sem_post(&arrival);
    } else if (seconds_now() - first > SECONDS_BETWEEN) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void interrupt_pass_on(pid_t child)
{
    uint32_t count = atomic_load(&child_count);
    if (count < CHILDREN_MAX) {
        atomic_store(&children[count], child);
        atomic_store(&child_count, count + 1);
    }
    if (atomic_load(&has_come)) { // meanwhile
        kill(child, SIGINT);
    }
}

void interrupt_forget(pid_t child)
{
    for (uint32_t i = 0; i < atomic_load(&child_count); i++) {
        if (atomic_load(&children[i]) == child) {
            atomic_store(&children[i], 0);
        }
    }
}

void interrupt_watch(void)
{
    struct sigaction now, action = {.sa_handler = came, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGINT, NULL, &now) != 0 || now.sa_handler == SIG_IGN) {
        return;
    }
    if (the_process == 0) {
        sem_init(&arrival, 0, 0);
    }
    the_process = getpid();
    atomic_store(&child_count, 0); // a child does not pass it on to its parent's others
    sigaction(SIGINT, &action, NULL);
}

static void stop_for_ever(void)
{
    for (;;) {
        pause();
    }
}

static void *wait_for_it(void *context)
{
    (void)context;
    while (sem_wait(&arrival) != 0 && errno == EINTR) {
    }
    if (atomic_exchange(&is_ending, true)) {
        return NULL; // the program came to its end first
    }
    signal(SIGALRM, SIG_DFL);
    alarm(REPORT_SECONDS);
    runtime_seize();
    the_finish();
    fflush(NULL);
    _exit(CLI_INTERRUPT);
}

void interrupt_watch_program(void (*finish)(void))
{
    sigset_t all, old;
    pthread_t thread;
    the_finish = finish;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    if (the_process == 0) {
        sem_init(&arrival, 0, 0);
    }
    the_process = getpid();
    bool is_started = pthread_create(&thread, NULL, wait_for_it, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (is_started) {
        pthread_detach(thread);
        interrupt_watch();
    }
}

void interrupt_yield(void)
{
    if (atomic_load(&has_come) || atomic_exchange(&is_ending, true)) {
        stop_for_ever();
    }
}
