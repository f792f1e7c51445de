// SPDX-License-Identifier: Apache-2.0
// `lockstep occupancy`: blocks on an SM for one configuration, what limits them, and other block
// sizes.
#include "sim/cli/occupancy.h"

#include <string.h>

static Occupancy occupancy_of(const Configuration *c, uint32_t threads)
{
    return occupancy(c->gpu, threads, c->registers, c->shared_bytes);
}

// A limit that nothing of the configuration meets is written as a dash.
static void put_limit(const char *name, uint32_t limit, Text *out)
{
    if (limit == UINT32_MAX) {
        text_printf(out, "%s -", name);
    } else {
        text_printf(out, "%s %u", name, limit);
    }
}

static void put_head(const Configuration *c, Text *out)
{
    const Gpu *gpu = c->gpu;
    Occupancy o = occupancy_of(c, c->threads);
    text_printf(out,
                "%s (CC %u.%u): blocks of %u threads, %u registers a thread, %u bytes of shared "
                "memory a block\n",
                gpu->title, gpu->compute_capability / 10, gpu->compute_capability % 10, c->threads,
                c->registers, c->shared_bytes);
    if (o.blocks_per_sm == 0) {
        text_printf(out, "  does not fit: %s\n", o.refusal == NULL ? "" : o.refusal);
        return;
    }
    text_printf(out,
                "  occupancy            %6.2f %%  (%u of %u warps, %u block%s per SM)\n"
                "  limited by           ",
                100 * o.fraction, o.warps_per_sm, gpu->warps_per_sm, o.blocks_per_sm,
                o.blocks_per_sm == 1 ? "" : "s");
    occupancy_put_limits(o.limited_by, ", ", out);
    text_put(out, "\n  blocks allowed by    ");
    put_limit("warps", o.limit_warps, out);
    put_limit(", blocks", o.limit_blocks, out);
    put_limit(", registers", o.limit_registers, out);
    put_limit(", shared memory", o.limit_shared, out);
    text_printf(out, "\n  allocated per block  %u registers, %u bytes of shared memory\n",
                o.registers_per_block, o.shared_per_block);
}

static void put_row(const Configuration *c, uint32_t threads, bool is_csv, Text *out)
{
    Occupancy o = occupancy_of(c, threads);
    if (is_csv) {
        text_printf(out, "\"%s\",\"%u\",\"%u\",\"%u\",\"%u\",\"%u\",\"%.4f\",\"", c->gpu->name,
                    threads, c->registers, c->shared_bytes, o.blocks_per_sm, o.warps_per_sm,
                    100 * o.fraction);
    } else {
        text_printf(out, "%c %7u %7u %6u %9.2f %%  ", threads == c->threads ? '*' : ' ', threads,
                    o.blocks_per_sm, o.warps_per_sm, 100 * o.fraction);
    }
    if (o.blocks_per_sm == 0) {
        text_put(out, o.refusal == NULL ? "does not fit" : o.refusal);
    } else {
        occupancy_put_limits(o.limited_by, ", ", out);
    }
    text_put(out, is_csv ? "\"\n" : "\n");
}

uint32_t occupancy_next_size(uint32_t threads, uint32_t asked, uint32_t most)
{
    uint32_t step = threads < 256 ? 32 : threads < 512 ? 64 : 128;
    uint32_t next = threads / 32 * 32 + step;
    next = threads < 256 ? next : (threads / step + 1) * step;
    next = asked > threads && asked < next ? asked : next;
    return next <= most ? next : 0;
}

static void put_sweep(const Configuration *c, bool is_csv, Text *out)
{
    for (uint32_t threads = 0;
         (threads = occupancy_next_size(threads, c->threads, c->gpu->threads_per_block)) != 0;) {
        put_row(c, threads, is_csv, out);
    }
}

static bool read_configuration(const Options *options, Configuration *c)
{
    uint32_t block[3];
    int64_t registers, shared;
    if (!option_dimensions(options, OPTION_BLOCK, block) ||
        !option_number(options, OPTION_REGS, 1, 32, &registers) ||
        !option_number(options, OPTION_SMEM, 0, 0, &shared)) {
        return false;
    }
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    if (threads == 0 || threads > 1 << 20 || registers > 65536 || shared > INT32_MAX) {
        cli_error(&options->style, threads == 0 ? "occupancy needs --block"
                                                : "no GPU has so many threads, registers or bytes");
        return false;
    }
    c->threads = (uint32_t)threads;
    c->registers = (uint32_t)registers;
    c->shared_bytes = (uint32_t)shared;
    return true;
}

// Several GPUs side by side. False: the block fits on none of them.
static bool show_all(const GpuChoice *gpus, uint32_t count, bool is_csv, Configuration *c,
                     Text *page)
{
    bool does_fit = false;
    if (is_csv) {
        text_put(page, "\"GPU\",\"Threads per block\",\"Registers\",\"Shared bytes\",\"Blocks per "
                       "SM\",\"Warps per SM\",\"Occupancy %\",\"Limited by\"\n");
    }
    for (uint32_t i = 0; i < count; i++) {
        c->gpu = gpus[i].gpu;
        does_fit = does_fit || occupancy_of(c, c->threads).blocks_per_sm > 0;
        if (!is_csv && count == 1) {
            put_head(c, page);
            text_put(page, "\n  threads  blocks  warps   occupancy  limited by\n");
        }
        if (is_csv || count == 1) {
            put_sweep(c, is_csv, page);
        }
    }
    if (!is_csv && count > 1) {
        occupancy_put_columns(c, gpus, count, page);
    }
    return does_fit;
}

int command_occupancy(Options *options)
{
    Configuration c = {0};
    GpuChoice gpus[GPU_MAX];
    uint32_t count;
    Text page = {0};
    Arena arena = {0};
    bool is_good = gpus_read(options, gpus, &count, &arena) && read_configuration(options, &c);
    if (is_good) {
        bool does_fit = show_all(gpus, count, option_is_given(options, OPTION_CSV), &c, &page);
        is_good = page_write(&options->style, option_value(options, OPTION_OUTPUT), &page);
        if (!does_fit) {
            cli_error(&options->style, "a block of this size does not fit on %s",
                      count == 1 ? gpus[0].name : "any of these GPUs");
            is_good = false;
        }
    }
    text_destroy(&page);
    arena_clear(&arena);
    return is_good ? CLI_DONE : CLI_USAGE;
}
