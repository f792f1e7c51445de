// SPDX-License-Identifier: Apache-2.0
// Blocks that meet in memory: the same bytes, counts, output and fault for any number of host
// threads; spinning blocks finish when they can and are reported when they cannot.
#include "sim/device/record.h"
#include "tests/machine.h"

#include <pthread.h>

#define HEADER ".version 7.8\n.target sm_90\n.address_size 64\n"

static const uint32_t thread_counts[] = {1, 2, 3, 7};
#define THREAD_COUNTS (sizeof(thread_counts) / sizeof(thread_counts[0]))

// Every thread adds 1 / (its index + 1) to one float, whose bits depend on the order, and the block
// with the last ticket leaves the sum of all blocks' partial values.
static const char last_block[] = HEADER
    ".visible .entry k(.param .u64 sum, .param .u64 ticket, .param .u64 partial, .param .u64 out)\n"
    "{\n"
    ".reg .pred %p<4>;\n.reg .b32 %r<20>;\n.reg .f32 %f<8>;\n.reg .b64 %rd<12>;\n"
    "ld.param.u64 %rd1, [sum];\nld.param.u64 %rd2, [ticket];\n"
    "ld.param.u64 %rd3, [partial];\nld.param.u64 %rd4, [out];\n"
    "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %nctaid.x;\n"
    "mad.lo.u32 %r5, %r2, %r3, %r1;\n"
    "add.u32 %r6, %r5, 1;\n"
    "cvt.rn.f32.u32 %f1, %r6;\n"
    "rcp.rn.f32 %f2, %f1;\n"
    "atom.global.add.f32 %f3, [%rd1], %f2;\n"
    "setp.ne.u32 %p1, %r1, 0;\n"
    "@%p1 bra DONE;\n"
    "mul.wide.u32 %rd5, %r2, 4;\n"
    "add.u64 %rd6, %rd3, %rd5;\n"
    "mul.lo.u32 %r7, %r2, %r2;\n"
    "st.global.u32 [%rd6], %r7;\n"
    "membar.gl;\n"
    "atom.global.inc.u32 %r8, [%rd2], %r4;\n"
    "sub.u32 %r9, %r4, 1;\n"
    "setp.ne.u32 %p2, %r8, %r9;\n"
    "@%p2 bra DONE;\n"
    "mov.u32 %r10, 0;\nmov.u32 %r11, 0;\n"
    "LOOP:\n"
    "mul.wide.u32 %rd7, %r11, 4;\n"
    "add.u64 %rd8, %rd3, %rd7;\n"
    "ld.global.u32 %r12, [%rd8];\n"
    "add.u32 %r10, %r10, %r12;\n"
    "add.u32 %r11, %r11, 1;\n"
    "setp.lt.u32 %p3, %r11, %r4;\n"
    "@%p3 bra LOOP;\n"
    "st.global.u32 [%rd4], %r10;\n"
    "DONE:\n"
    "ret;\n"
    "}\n";

typedef struct Counts {
    uint32_t count;
    ExecutionCount executed[200];
    AccessCount accesses[200];
} Counts;

static void take_counts(const Machine *machine, Counts *counts)
{
    const LaunchRecord *record = lockstep_report(machine->device)->records[0];
    *counts = (Counts){.count = record->program->code_count};
    if (EXPECT(counts->count <= 200)) {
        memcpy(counts->executed, record->executed, counts->count * sizeof(ExecutionCount));
        memcpy(counts->accesses, record->accesses, counts->count * sizeof(AccessCount));
    }
}

TEST(float_atomics_and_tickets_do_not_depend_on_threads)
{
    enum { BLOCKS = 211 };
    static Counts first, counts;
    uint32_t first_sum = 0;
    for (size_t i = 0; i < THREAD_COUNTS; i++) {
        Machine machine;
        if (!machine_open(&machine, "h200", thread_counts[i], last_block)) {
            machine_close(&machine);
            return;
        }
        uint64_t sum = machine_buffer(&machine, "sum", NULL, 4);
        uint64_t out = machine_buffer(&machine, "out", NULL, 4);
        Arguments arguments = {0};
        argument_u64(&arguments, sum);
        argument_u64(&arguments, machine_buffer(&machine, "ticket", NULL, 4));
        argument_u64(&arguments, machine_buffer(&machine, "partial", NULL, BLOCKS * 4));
        argument_u64(&arguments, out);
        machine_expect(&machine, machine_launch(&machine, "k", BLOCKS, 96, &arguments), "k");
        uint32_t sum_bits = 0, total = 0;
        machine_read(&machine, sum, &sum_bits, 4);
        machine_read(&machine, out, &total, 4);
        EXPECT_EQ(total, (BLOCKS - 1) * BLOCKS * (2 * BLOCKS - 1) / 6);
        take_counts(&machine, &counts);
        if (i == 0) {
            first = counts;
            first_sum = sum_bits;
        }
        EXPECT_EQ(sum_bits, first_sum);
        EXPECT(memcmp(&counts, &first, sizeof(counts)) == 0);
        machine_close(&machine);
    }
}

// A barrier of the whole grid: count arrivals, spin until all are there, then read what the block
// on the other side of the grid wrote before.
static const char grid_barrier[] =
    HEADER ".visible .entry k(.param .u64 arrived, .param .u64 in, .param .u64 out)\n"
           "{\n"
           ".reg .pred %p<4>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<12>;\n"
           "ld.param.u64 %rd1, [arrived];\nld.param.u64 %rd2, [in];\nld.param.u64 %rd3, [out];\n"
           "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r4, %nctaid.x;\n"
           "mul.wide.u32 %rd5, %r2, 4;\n"
           "setp.ne.u32 %p1, %r1, 0;\n"
           "@%p1 bra WAIT;\n"
           "add.u64 %rd6, %rd2, %rd5;\n"
           "add.u32 %r7, %r2, 1000;\n"
           "st.global.u32 [%rd6], %r7;\n"
           "membar.gl;\n"
           "atom.global.add.u32 %r8, [%rd1], 1;\n"
           "SPIN:\n"
           "ld.volatile.global.u32 %r9, [%rd1];\n"
           "setp.lt.u32 %p2, %r9, %r4;\n"
           "@%p2 bra SPIN;\n"
           "WAIT:\n"
           "bar.sync 0;\n"
           "@%p1 bra DONE;\n"
           "sub.u32 %r10, %r4, %r2;\n"
           "sub.u32 %r10, %r10, 1;\n"
           "mul.wide.u32 %rd7, %r10, 4;\n"
           "add.u64 %rd8, %rd2, %rd7;\n"
           "ld.global.u32 %r11, [%rd8];\n"
           "add.u64 %rd9, %rd3, %rd5;\n"
           "st.global.u32 [%rd9], %r11;\n"
           "DONE:\n"
           "ret;\n"
           "}\n";

static LockstepStatus launch_barrier(const Machine *machine, uint32_t blocks, bool is_cooperative,
                                     uint64_t *out)
{
    Arguments arguments = {0};
    argument_u64(&arguments, machine_buffer(machine, "arrived", NULL, 4));
    argument_u64(&arguments, machine_buffer(machine, "in", NULL, blocks * 4));
    argument_u64(&arguments, *out = machine_buffer(machine, "out", NULL, blocks * 4));
    LockstepLaunch launch = {.kernel = "k",
                             .grid = {blocks, 1, 1},
                             .block = {256, 1, 1},
                             .parameters = arguments.bytes,
                             .parameter_bytes = arguments.size_bytes,
                             .is_cooperative = is_cooperative};
    return lockstep_launch(machine->device, machine->module, &launch);
}

TEST(a_grid_barrier_of_a_cooperative_launch_finishes)
{
    enum { BLOCKS = 264 };
    static Counts first, counts;
    for (size_t i = 0; i < THREAD_COUNTS; i++) {
        Machine machine;
        uint64_t out;
        uint32_t values[BLOCKS] = {0}, wrong = 0;
        if (machine_open(&machine, "h200", thread_counts[i], grid_barrier)) {
            machine_expect(&machine, launch_barrier(&machine, BLOCKS, true, &out), "k");
            machine_read(&machine, out, values, sizeof(values));
            for (uint32_t block = 0; block < BLOCKS; block++) {
                wrong += values[block] != 1000 + (BLOCKS - 1 - block);
            }
            EXPECT_EQ(wrong, 0);
            take_counts(&machine, &counts);
            first = i == 0 ? counts : first;
            EXPECT(memcmp(&counts, &first, sizeof(counts)) == 0);
        }
        machine_close(&machine);
    }
}

TEST(a_grid_barrier_that_can_not_be_resident_is_reported)
{
    for (size_t i = 0; i < THREAD_COUNTS; i++) {
        Machine machine;
        uint64_t out;
        if (machine_open(&machine, "9800gtx", thread_counts[i], grid_barrier)) {
            // three blocks of 256 threads fit on each of 16 SMs
            EXPECT_EQ(launch_barrier(&machine, 49, false, &out), LOCKSTEP_ERROR_FAULT);
            const LaunchRecord *record = lockstep_report(machine.device)->records[0];
            EXPECT(record->fault.kind == FAULT_DEADLOCK || record->fault.kind == FAULT_LIVELOCK);
            EXPECT_EQ(record->fault.block[0], 0);
            const char *messages = lockstep_messages(machine.device);
            EXPECT(strstr(messages, "48 blocks spin on memory that no running thread will "
                                    "change; 1 more cannot start before one of the "
                                    "resident blocks ends") != NULL);
            EXPECT(strstr(messages, "block (0,0,0), thread (0,0,0)") != NULL);
            EXPECT(strstr(messages, "test.ptx:24") != NULL ||
                   strstr(messages, "test.ptx:25") != NULL ||
                   strstr(messages, "test.ptx:26") != NULL);
        }
        machine_close(&machine);
    }
}

// All warps of all blocks spin, and with them the blocks. The first warp works so long before that
// the second one is the first to need the block's turn.
static const char all_spin[] =
    HEADER ".visible .entry k(.param .u64 arrived, .param .u64 in, .param .u64 out)\n"
           "{\n"
           ".reg .pred %p<4>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<12>;\n"
           "ld.param.u64 %rd1, [arrived];\n"
           "mov.u32 %r1, %ntid.x;\nmov.u32 %r2, %nctaid.x;\n"
           "mul.lo.u32 %r3, %r1, %r2;\n"
           "mov.u32 %r5, %tid.x;\nmov.u32 %r6, 0;\n"
           "setp.gt.u32 %p1, %r5, 31;\n"
           "@%p1 bra ARRIVE;\n"
           "WORK:\n"
           "add.u32 %r6, %r6, 1;\n"
           "setp.lt.u32 %p3, %r6, 7000;\n"
           "@%p3 bra WORK;\n"
           "ARRIVE:\n"
           "atom.global.add.u32 %r8, [%rd1], 1;\n"
           "SPIN:\n"
           "ld.volatile.global.u32 %r9, [%rd1];\n"
           "setp.lt.u32 %p2, %r9, %r3;\n"
           "@%p2 bra SPIN;\n"
           "ret;\n"
           "}\n";

TEST(counts_of_spinning_warps_do_not_depend_on_threads)
{
    static Counts first, counts;
    for (size_t i = 0; i < THREAD_COUNTS; i++) {
        Machine machine;
        uint64_t out;
        if (machine_open(&machine, "h200", thread_counts[i], all_spin)) {
            machine_expect(&machine, launch_barrier(&machine, 97, true, &out), "k");
            take_counts(&machine, &counts);
            first = i == 0 ? counts : first;
            EXPECT(memcmp(&counts, &first, sizeof(counts)) == 0);
        }
        machine_close(&machine);
    }
}

// Blocks of a cluster read what the next one left in its shared memory; one float is added up by
// all.
static const char cluster_ring[] =
    HEADER ".visible .entry k(.param .u64 sum, .param .u64 out) .reqnctapercluster 4\n"
           "{\n"
           ".shared .align 4 .u32 mine;\n"
           ".reg .b32 %r<20>;\n.reg .f32 %f<4>;\n.reg .b64 %rd<12>;\n"
           "ld.param.u64 %rd1, [sum];\nld.param.u64 %rd2, [out];\n"
           "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %cluster_ctarank;\n"
           "mad.lo.u32 %r3, %r1, 10, 1;\n"
           "st.shared.u32 [mine], %r3;\n"
           "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n"
           "cvt.rn.f32.u32 %f1, %r3;\nrcp.rn.f32 %f2, %f1;\n"
           "atom.global.add.f32 %f3, [%rd1], %f2;\n"
           "add.u32 %r4, %r2, 1;\nand.b32 %r4, %r4, 3;\n"
           "mov.u32 %r5, mine;\n"
           "mapa.shared::cluster.u32 %r6, %r5, %r4;\n"
           "ld.shared::cluster.u32 %r7, [%r6];\n"
           "mul.wide.u32 %rd3, %r1, 4;\nadd.u64 %rd4, %rd2, %rd3;\n"
           "st.global.u32 [%rd4], %r7;\n"
           "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n"
           "ret;\n"
           "}\n";

TEST(clusters_share_memory_and_do_not_depend_on_threads)
{
    enum { BLOCKS = 128 };
    static Counts first, counts;
    uint32_t first_sum = 0, sum_bits = 0, values[BLOCKS] = {0};
    for (size_t i = 0; i < THREAD_COUNTS; i++) {
        Machine machine;
        if (machine_open(&machine, "h200", thread_counts[i], cluster_ring)) {
            uint64_t sum = machine_buffer(&machine, "sum", NULL, 4);
            uint64_t out = machine_buffer(&machine, "out", NULL, sizeof(values));
            Arguments arguments = {0};
            argument_u64(&arguments, sum);
            argument_u64(&arguments, out);
            machine_expect(&machine, machine_launch(&machine, "k", BLOCKS, 32, &arguments), "k");
            machine_read(&machine, sum, &sum_bits, sizeof(sum_bits));
            machine_read(&machine, out, values, sizeof(values));
            for (uint32_t block = 0; block < BLOCKS; block++) {
                EXPECT_EQ(values[block], (block / 4 * 4 + (block + 1) % 4) * 10 + 1);
            }
            take_counts(&machine, &counts);
            first = i == 0 ? counts : first;
            first_sum = i == 0 ? sum_bits : first_sum;
            EXPECT_EQ(sum_bits, first_sum);
            EXPECT(memcmp(&counts, &first, sizeof(counts)) == 0);
        }
        machine_close(&machine);
    }
}

// Each thread stores its index; the grid has one block more than the buffer.
static const char store_index[] =
    HEADER ".visible .entry k(.param .u64 out)\n"
           "{\n"
           ".reg .b32 %r<6>;\n.reg .b64 %rd<4>;\n"
           "ld.param.u64 %rd1, [out];\n"
           "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\n"
           "mad.lo.u32 %r4, %r2, %r3, %r1;\n"
           "mul.wide.u32 %rd2, %r4, 4;\n"
           "add.u64 %rd3, %rd1, %rd2;\n"
           "st.global.u32 [%rd3], %r4;\n"
           "ret;\n"
           "}\n";

TEST(a_store_out_of_bounds_is_reported_and_buffers_stay)
{
    enum { BLOCKS = 50, THREADS = 64 };
    for (size_t i = 0; i < THREAD_COUNTS; i++) {
        Machine machine;
        uint32_t values[BLOCKS * THREADS] = {0}, wrong = 0;
        if (!machine_open(&machine, "h200", thread_counts[i], store_index)) {
            machine_close(&machine);
            return;
        }
        uint64_t out = machine_buffer(&machine, "out", NULL, sizeof(values));
        Arguments arguments = {0};
        argument_u64(&arguments, out);
        EXPECT_EQ(machine_launch(&machine, "k", BLOCKS + 3, THREADS, &arguments),
                  LOCKSTEP_ERROR_FAULT);
        const char *messages = lockstep_messages(machine.device);
        EXPECT(strstr(messages, "test.ptx:15") != NULL);
        EXPECT(strstr(messages, "block (50,0,0), thread (0,0,0) and 31 more of its warp") != NULL);
        EXPECT(strstr(messages, "out of bounds: store of 4 bytes at global address 0x") != NULL);
        EXPECT(strstr(messages, "'out'") != NULL);
        machine_read(&machine, out, values, sizeof(values));
        for (uint32_t at = 0; at < BLOCKS * THREADS; at++) {
            wrong += values[at] != at;
        }
        EXPECT_EQ(wrong, 0);
        // the device goes on to work
        machine_expect(&machine, machine_launch(&machine, "k", BLOCKS, THREADS, &arguments), "k");
        EXPECT_EQ(lockstep_report(machine.device)->count, 2);
        machine_close(&machine);
    }
}

typedef struct Job {
    Machine machine;
    Arguments arguments;
    uint64_t out;
    LockstepStatus status;
} Job;

enum { JOB_BLOCKS = 300, JOB_THREADS = 64 };

static void *run_job(void *context)
{
    Job *job = context;
    job->status = machine_launch(&job->machine, "k", JOB_BLOCKS, JOB_THREADS, &job->arguments);
    return NULL;
}

TEST(several_devices_work_at_a_time)
{
    static const char *const gpus[] = {"h200", "gtx480"};
    static uint32_t values[JOB_BLOCKS * JOB_THREADS];
    Job jobs[2] = {0};
    pthread_t other;
    for (size_t i = 0; i < 2; i++) {
        machine_open(&jobs[i].machine, gpus[i], 2, store_index);
        jobs[i].out = machine_buffer(&jobs[i].machine, "out", NULL, sizeof(values));
        argument_u64(&jobs[i].arguments, jobs[i].out);
    }
    pthread_create(&other, NULL, run_job, &jobs[0]);
    run_job(&jobs[1]);
    pthread_join(other, NULL);
    for (size_t i = 0; i < 2; i++) {
        uint32_t wrong = 0;
        EXPECT_EQ(jobs[i].status, LOCKSTEP_OK);
        machine_read(&jobs[i].machine, jobs[i].out, values, sizeof(values));
        for (uint32_t at = 0; at < JOB_BLOCKS * JOB_THREADS; at++) {
            wrong += values[at] != at;
        }
        EXPECT_EQ(wrong, 0);
        machine_close(&jobs[i].machine);
    }
}

TEST(an_endless_loop_meets_the_limit)
{
    static const char endless[] = HEADER ".visible .entry k()\n{\n.reg .b32 %r<2>;\n"
                                         "mov.u32 %r1, 0;\nL:\nadd.u32 %r1, %r1, 1;\n"
                                         "bra L;\n}\n";
    static const char *const said[] = {"its limit of 100000 warp", "launch counts as endless"};
    for (int i = 0; i < 2; i++) {
        Machine machine;
        LockstepOptions options = {.threads = 2};
        *(i == 0 ? &options.max_instructions : &options.endless_after) = 100000;
        Arguments none = {0};
        if (machine_open_with(&machine, &options, endless, strlen(endless), "test.ptx")) {
            EXPECT_EQ(machine_launch(&machine, "k", 10, 32, &none), LOCKSTEP_ERROR_LIMIT);
            const LaunchRecord *record = lockstep_report(machine.device)->records[0];
            EXPECT_EQ(record->fault.kind, FAULT_LIMIT);
            EXPECT_EQ(record->fault.block[0], 0);
            EXPECT(strstr(lockstep_messages(machine.device), said[i]) != NULL);
        }
        machine_close(&machine);
    }
}

// Each block prints its number.
static const char print_block[] =
    HEADER ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
           ".global .align 1 .b8 format[10] = {98, 108, 111, 99, 107, 32, 37, 100, 10, 0};\n"
           ".visible .entry k()\n"
           "{\n"
           ".local .align 8 .b8 stack[8];\n"
           ".reg .b32 %r<4>;\n.reg .b64 %rd<6>;\n"
           "mov.u32 %r1, %ctaid.x;\n"
           "mov.u64 %rd1, stack;\n"
           "cvta.local.u64 %rd2, %rd1;\n"
           "st.local.u32 [%rd1], %r1;\n"
           "mov.u64 %rd3, format;\n"
           "cvta.global.u64 %rd4, %rd3;\n"
           "{\n"
           ".param .b64 p0;\nst.param.b64 [p0], %rd4;\n"
           ".param .b64 p1;\nst.param.b64 [p1], %rd2;\n"
           ".param .b32 q;\n"
           "call.uni (q), vprintf, (p0, p1);\n"
           "}\n"
           "ret;\n"
           "}\n";

TEST(kernel_output_is_in_block_order)
{
    Text wanted = {0};
    for (unsigned block = 0; block < 100; block++) {
        text_printf(&wanted, "block %u\n", block);
    }
    for (size_t i = 0; i < THREAD_COUNTS; i++) {
        Machine machine;
        Arguments none = {0};
        size_t size_bytes = 0;
        if (machine_open(&machine, "h200", thread_counts[i], print_block)) {
            machine_expect(&machine, machine_launch(&machine, "k", 100, 1, &none), "k");
            EXPECT_TEXT(lockstep_output(machine.device, &size_bytes), text_string(&wanted));
            EXPECT_EQ(size_bytes, wanted.size_bytes);
            EXPECT_TEXT(lockstep_output(machine.device, &size_bytes), "");
            EXPECT_EQ(size_bytes, 0);
        }
        machine_close(&machine);
    }
    text_destroy(&wanted);
}
