// SPDX-License-Identifier: Apache-2.0
#include "sim/device/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

// How often a thread looks for work before it sleeps. Jobs follow each other closely, some a
// thousand a second, and waking a thread takes longer than looking for a while.
#define LOOKS 100

struct Pool {
    uint32_t threads;
    pthread_t *workers;                           // [threads - 1]
    uint32_t worker_count;                        // that were started
    pthread_mutex_t lock;                         // guards all below
    pthread_cond_t offered;                       // a job is there, or the pool ends
    pthread_cond_t left;                          // a worker has finished its part
    void (*work)(void *context, uint32_t worker); // the job; NULL: none is open
    void *context;
    uint32_t next_worker, worker_limit; // numbers of the job that are still free
    bool is_ending;
    atomic_uint jobs;    // that were offered so far; read without the lock to see another coming
    atomic_uint working; // workers inside work(); likewise to see the last leaving
};

Pool *pool_create(uint32_t threads)
{
    Pool *pool = calloc(1, sizeof(*pool));
    if (pool == NULL) {
        abort();
    }
    pool->threads = threads;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->offered, NULL);
    pthread_cond_init(&pool->left, NULL);
    return pool;
}

uint32_t pool_threads(const Pool *pool)
{
    return pool->threads;
}

void pool_destroy(Pool *pool)
{
    if (pool == NULL) {
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->is_ending = true;
    pthread_cond_broadcast(&pool->offered);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->worker_count; i++) {
        pthread_join(pool->workers[i], NULL);
    }
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->offered);
    pthread_cond_destroy(&pool->left);
    free(pool->workers);
    free(pool);
}

// Looks for a while whether a number has changed, yielding to other threads. Decides nothing.
static void look(const atomic_uint *number, unsigned before)
{
    for (int i = 0; i < LOOKS && atomic_load(number) == before; i++) {
        sched_yield();
    }
}

static bool has_work(const Pool *pool)
{
    return pool->work != NULL && pool->next_worker < pool->worker_limit;
}

// Until the pool ends or has work; called with the lock, which is open meanwhile.
static void wait_for_work(Pool *pool)
{
    unsigned jobs = atomic_load(&pool->jobs);
    pthread_mutex_unlock(&pool->lock);
    look(&pool->jobs, jobs);
    pthread_mutex_lock(&pool->lock);
    while (!pool->is_ending && !has_work(pool) && jobs == atomic_load(&pool->jobs)) {
        pthread_cond_wait(&pool->offered, &pool->lock);
    }
}

static void *serve(void *argument)
{
    Pool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    while (!pool->is_ending) {
        if (!has_work(pool)) {
            wait_for_work(pool);
            continue;
        }
        uint32_t worker = pool->next_worker++;
        pool->working++;
        pthread_mutex_unlock(&pool->lock);
        pool->work(pool->context, worker);
        pthread_mutex_lock(&pool->lock);
        pool->working--;
        if (pool->working == 0) {
            pthread_cond_signal(&pool->left);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

// Continues without the threads that the host does not grant.
static void start_workers(Pool *pool, uint32_t wanted)
{
    if (pool->workers == NULL && wanted > 0) {
        pool->workers = calloc(pool->threads - 1, sizeof(pthread_t));
    }
    while (pool->workers != NULL && pool->worker_count < wanted &&
           pthread_create(&pool->workers[pool->worker_count], NULL, serve, pool) == 0) {
        pool->worker_count++;
    }
}

void pool_run(Pool *pool, uint32_t threads, void (*work)(void *context, uint32_t worker),
              void *context)
{
    threads = threads < pool->threads ? threads : pool->threads;
    if (threads <= 1) {
        work(context, 0);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->work = work;
    pool->context = context;
    pool->next_worker = 1;
    pool->worker_limit = threads;
    atomic_fetch_add(&pool->jobs, 1);
    pthread_cond_broadcast(&pool->offered);
    pthread_mutex_unlock(&pool->lock);
    start_workers(pool, threads - 1);
    work(context, 0);
    pthread_mutex_lock(&pool->lock);
    pool->worker_limit = 0; // a thread that arrives from here on is too late
    unsigned working = atomic_load(&pool->working);
    if (working > 0) {
        pthread_mutex_unlock(&pool->lock);
        look(&pool->working, working);
        pthread_mutex_lock(&pool->lock);
    }
    while (pool->working > 0) {
        pthread_cond_wait(&pool->left, &pool->lock);
    }
    pool->work = NULL;
    pthread_mutex_unlock(&pool->lock);
}
