// SPDX-License-Identifier: Apache-2.0
// The pool: every number at most once, the caller's always, and nobody inside when it returns.
#include "sim/device/pool.h"

#include "tests/test.h"

#include <pthread.h>
#include <sched.h>

typedef struct Job {
    pthread_mutex_t lock;
    uint32_t calls[8];
    uint32_t inside;
    uint32_t wait_for; // calls that must have begun before any returns
    uint32_t begun;
} Job;

static void work(void *context, uint32_t worker)
{
    Job *job = context;
    pthread_mutex_lock(&job->lock);
    job->inside++;
    job->begun++;
    job->calls[worker]++;
    while (job->begun < job->wait_for) {
        pthread_mutex_unlock(&job->lock);
        sched_yield();
        pthread_mutex_lock(&job->lock);
    }
    job->inside--;
    pthread_mutex_unlock(&job->lock);
}

TEST(all_threads_work_at_a_time)
{
    Pool *pool = pool_create(4);
    Job job = {.wait_for = 4};
    pthread_mutex_init(&job.lock, NULL);
    pool_run(pool, 4, work, &job);
    for (uint32_t worker = 0; worker < 4; worker++) {
        EXPECT_EQ(job.calls[worker], 1);
    }
    EXPECT_EQ(job.inside, 0);
    pool_destroy(pool);
}

TEST(no_more_threads_than_asked_for_or_than_there_are)
{
    Pool *pool = pool_create(3);
    Job two = {.wait_for = 2}, eight = {.wait_for = 3};
    pthread_mutex_init(&two.lock, NULL);
    pthread_mutex_init(&eight.lock, NULL);
    pool_run(pool, 2, work, &two);
    EXPECT_EQ(two.begun, 2);
    pool_run(pool, 8, work, &eight);
    EXPECT_EQ(eight.begun, 3);
    pool_destroy(pool);
}

TEST(many_short_jobs_call_each_number_at_most_once)
{
    Pool *pool = pool_create(4);
    for (int round = 0; round < 2000; round++) {
        Job job = {.wait_for = 0};
        pthread_mutex_init(&job.lock, NULL);
        pool_run(pool, 4, work, &job);
        bool is_once = job.calls[0] == 1 && job.inside == 0;
        for (uint32_t worker = 1; worker < 4; worker++) {
            is_once &= job.calls[worker] <= 1;
        }
        if (!EXPECT(is_once)) {
            break;
        }
        pthread_mutex_destroy(&job.lock);
    }
    pool_destroy(pool);
}

TEST(one_thread_needs_no_helper)
{
    Pool *pool = pool_create(1);
    Job job = {.wait_for = 1};
    pthread_mutex_init(&job.lock, NULL);
    pool_run(pool, 4, work, &job);
    EXPECT_EQ(job.begun, 1);
    EXPECT_EQ(pool_threads(pool), 1);
    pool_destroy(pool);
}
