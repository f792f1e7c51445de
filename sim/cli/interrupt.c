// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/interrupt.h"

#include "sim/cli/cli.h"
#include "sim/runtime/runtime.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

// A report that does not come to an end, because the program holds a lock that it needs.
#define REPORT_SECONDS 10

// Handlers of signals take no argument of ours.
static atomic_bool has_come, is_ending;
static sem_t arrival;
static void (*the_finish)(void);
static pid_t the_process;

bool interrupt_has_come(void)
{
    return atomic_load(&has_come);
}

static void came(int number)
{
    signal(number, SIG_DFL);
    if (the_process != getpid()) {
        raise(number); // a process that the program forked
    }
    atomic_store(&has_come, true);
    sem_post(&arrival);
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
