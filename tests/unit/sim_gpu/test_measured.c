// SPDX-License-Identifier: Apache-2.0
#include "sim/gpu/measured.h"
#include "tests/test.h"

#include <string.h>

static const char head[] =
    "# NVIDIA H200, 1980 MHz (nominal 1980 MHz), 120 SMs, compute capability 9.0\n"
    "name,parameter,value,unit\n"
    "sm_clock_mhz,,2000,MHz\n";

typedef struct Made {
    Text text;
    Diagnostics diagnostics;
    Gpu gpu;
    bool is_made, is_read;
} Made;

static Made make(const char *first, const char *rows, const Gpu *base)
{
    Made made = {0};
    Text input = {0};
    text_put(&input, first);
    text_put(&input, rows);
    made.is_made = gpu_from_microbench(text_string(&input), input.size_bytes, "run.csv", base,
                                       &made.text, &made.diagnostics);
    if (made.is_made) {
        Diagnostics wrong = {0};
        made.is_read =
            gpu_parse(text_string(&made.text), made.text.size_bytes, "made.gpu", &made.gpu, &wrong);
        diagnostics_clear(&wrong);
    }
    text_destroy(&input);
    return made;
}

static void done(Made *made)
{
    text_destroy(&made->text);
    diagnostics_clear(&made->diagnostics);
}

TEST(rows_without_a_parameter_are_keys_and_the_rest_is_the_bases)
{
    Made made = make(head, "lat_l1,,40.25,cycles\nlatency,op=x,7,cycles\n", NULL);
    EXPECT(made.is_read);
    EXPECT_EQ(made.gpu.sm_count, 120);
    EXPECT(made.gpu.sm_clock_mhz == 2000);
    EXPECT(made.gpu.lat_l1 == 40.25);
    EXPECT(made.gpu.lat_sfu == gpu_preset("h200")->lat_sfu);
    EXPECT_EQ(made.gpu.l2_bytes, gpu_preset("h200")->l2_bytes);
    EXPECT_TEXT(made.gpu.title, "NVIDIA H200");
    done(&made);
}

TEST(a_rate_just_below_a_power_of_two_is_that_power)
{
    Made made = make(head, "rate_fp32,,120.25,per cycle\nrate_fp16,,200,per cycle\n", NULL);
    EXPECT(made.gpu.rate_fp32 == 128);
    EXPECT(made.gpu.rate_fp16 == 200);
    EXPECT(strstr(text_string(&made.text), "measured 120.2") != NULL);
    done(&made);
}

TEST(a_latency_beside_a_whole_number_of_cycles_is_that_number)
{
    Made made = make(head, "lat_alu,,4.01562,cycles\nlat_barrier,,17.41,cycles\n", NULL);
    EXPECT(made.gpu.lat_alu == 4);
    EXPECT(made.gpu.lat_barrier == 17.41);
    done(&made);
}

TEST(curves_give_bandwidths_and_times)
{
    Made made = make(head,
                     "lat_l2,,200,cycles\n"
                     "dram_bandwidth,mode=read sms=132 warps=1,4000,GB/s\n"
                     "dram_bandwidth,mode=read sms=132 warps=2,4100,GB/s\n"
                     "dram_bandwidth,mode=copy sms=132 warps=2,9999,GB/s\n"
                     "l2_bandwidth,mode=read footprint=1 sms=1,180,GB/s\n"
                     "l2_bandwidth,mode=read footprint=1 sms=132,8000,GB/s\n"
                     "l2_bandwidth,mode=write footprint=1 sms=1,64,GB/s\n"
                     "atomic_throughput,op=red.add.u32 pattern=one_word blocks=1,0.5,lanes\n"
                     "empty_kernel,blocks=16384 threads=256 back_to_back,10,us\n"
                     "empty_kernel,blocks=65536 threads=256 back_to_back,34.576,us\n",
                     NULL);
    EXPECT(made.gpu.memory_sustained_gbs == 4100);
    EXPECT_EQ(made.gpu.sm_read_window_bytes, 18000); // 90 bytes a cycle for 200 cycles
    EXPECT(made.gpu.sm_write_bytes_per_cycle == 32);
    EXPECT(made.gpu.l2_atomic_cycles == 2);
    EXPECT(made.gpu.block_start_cycles == 1); // 24.576 us at 2 GHz for 49152 blocks
    done(&made);
}

TEST(the_peak_of_a_known_chip_stays)
{
    Made made = make(head, "memory_gbs,,4500,GB/s\n", NULL);
    EXPECT(made.gpu.memory_gbs == gpu_preset("h200")->memory_gbs);
    done(&made);
    made = make("# NVIDIA L4, 1 MHz (nominal 1 MHz), 58 SMs, compute capability 8.9\n"
                "sm_clock_mhz,,2000,MHz\n",
                "memory_gbs,,280,GB/s\n", NULL);
    EXPECT(made.is_read);
    EXPECT(made.gpu.memory_gbs == 280);
    EXPECT_EQ(made.gpu.compute_capability, 89);
    done(&made);
}

TEST(a_base_can_be_named)
{
    Made made = make(head, "", gpu_preset("a100"));
    EXPECT(made.is_read);
    EXPECT_EQ(made.gpu.l2_bytes, gpu_preset("a100")->l2_bytes);
    EXPECT_EQ(made.gpu.compute_capability, 90);
    done(&made);
}

TEST(what_can_not_be_used_is_said_with_its_line)
{
    Made made = make(head, "lat_l1,,fast,cycles\nlat_l1\n", NULL);
    EXPECT(!made.is_made);
    EXPECT_EQ(made.diagnostics.error_count, 2);
    EXPECT_EQ(made.diagnostics.items[0].position.line, 4);
    EXPECT_EQ(made.diagnostics.items[1].position.line, 5);
    done(&made);
    made = make("a,b,1,c\n", "", NULL);
    EXPECT(!made.is_made);
    done(&made);
    made = make("# NVIDIA H200, 1 MHz (nominal 1 MHz), 1 SMs, compute capability 9.0, quick: no\n",
                "", NULL);
    EXPECT(!made.is_made);
    done(&made);
}

TEST(a_name_that_does_not_fit_is_left_out)
{
    Text line = {0};
    text_printf(&line, "# %064d, 1980 MHz (nominal 1980 MHz), 120 SMs, compute capability 9.0\n",
                7);
    Made made = make(text_string(&line), strchr(head, '\n') + 1, NULL);
    EXPECT(made.is_made);
    EXPECT(strstr(text_string(&made.text), "title = \n") != NULL);
    done(&made);
    text_destroy(&line);
}

TEST(the_base_is_found_by_the_whole_name)
{
    Made made = make("# NVIDIA A10, 1695 MHz (nominal 1695 MHz), 72 SMs, compute capability 8.6\n",
                     strchr(head, '\n') + 1, NULL);
    EXPECT(made.is_made);
    EXPECT(strstr(text_string(&made.text), "base = rtx3090\n") != NULL);
    done(&made);
}

TEST(a_value_out_of_range_is_left_out_with_a_warning)
{
    Made made = make(head, "lat_l1,,1e9,cycles\n", NULL);
    EXPECT(made.is_read);
    EXPECT(made.gpu.lat_l1 == gpu_preset("h200")->lat_l1);
    EXPECT_EQ(made.diagnostics.count, 1);
    EXPECT_EQ(made.diagnostics.error_count, 0);
    done(&made);
}
