// SPDX-License-Identifier: Apache-2.0
// Expected texts: those of C's printf, which CUDA's formatted output follows.
#include "sim/warp/format.h"
#include "tests/test.h"

#include <stdlib.h>

typedef struct Packed {
    uint8_t bytes[128];
    uint32_t size;
} Packed;

static void pack(Packed *packed, const void *value, uint32_t size)
{
    packed->size = (packed->size + size - 1) / size * size;
    memcpy(packed->bytes + packed->size, value, size);
    packed->size += size;
}

static void pack_int(Packed *packed, int32_t value)
{
    pack(packed, &value, 4);
}

static void pack_wide(Packed *packed, uint64_t value)
{
    pack(packed, &value, 8);
}

static void pack_double(Packed *packed, double value)
{
    pack(packed, &value, 8);
}

static bool read_packed(void *context, uint64_t offset, void *bytes, uint32_t size)
{
    const Packed *packed = context;
    if (offset + size > packed->size) {
        return false;
    }
    memcpy(bytes, packed->bytes + offset, size);
    return true;
}

static bool read_string(void *context, uint64_t address, Text *out)
{
    (void)context;
    if (address == 0x1000) {
        text_put(out, "string");
    }
    return address == 0x1000;
}

static void expect_format(const char *format, Packed packed, int count, const char *expected)
{
    FormatSource source = {&packed, read_packed, read_string};
    Text out = {0};
    int used = format_print(format, &source, &out);
    EXPECT(used == count);
    EXPECT_TEXT(text_string(&out), expected);
    text_destroy(&out);
}

TEST(integers_in_all_bases)
{
    Packed p = {0};
    pack_int(&p, -5);
    pack_int(&p, -5);
    pack_int(&p, 255);
    pack_int(&p, 255);
    pack_int(&p, 8);
    expect_format("%d %u %x %#X %o", p, 5, "-5 4294967291 ff 0XFF 10");
}

TEST(long_integers_are_aligned_to_eight_bytes)
{
    Packed p = {0};
    pack_int(&p, 1);
    pack_wide(&p, UINT64_C(0x123456789abcdef0));
    pack_int(&p, 2);
    pack_wide(&p, (uint64_t)-3);
    expect_format("%d %llx %d %ld", p, 4, "1 123456789abcdef0 2 -3");
}

TEST(flags_width_and_precision)
{
    Packed p = {0};
    for (int i = 0; i < 5; i++) {
        pack_int(&p, 42);
    }
    expect_format("[%5d][%-5d][%05d][%+d][%.4d]", p, 5, "[   42][42   ][00042][+42][0042]");
    Packed q = {0};
    pack_int(&q, 6);
    pack_double(&q, 1.5);
    pack_int(&q, -8);
    pack_double(&q, 3.14159265);
    expect_format("[%*g][%*.3f]", q, 4, "[   1.5][3.142   ]");
}

// An H200 printed these as they stand (CUDA Programming Guide, "Format Specifiers", has neither).
TEST(what_only_the_host_knows_is_printed_as_it_stands)
{
    Packed p = {0};
    pack_int(&p, 7);
    expect_format("[%zu][%.*f][%jd][%n][%d]", p, 1, "[%zu][%.*f][%jd][%n][7]");
}

TEST(reals_in_all_forms)
{
    Packed p = {0};
    pack_double(&p, 1234.5);
    pack_double(&p, 1234.5);
    pack_double(&p, 0.0001);
    pack_double(&p, 1.0);
    expect_format("%f %.2e %g %a", p, 4, "1234.500000 1.23e+03 0.0001 0x1p+0");
}

TEST(strings_characters_and_pointers)
{
    Packed p = {0};
    pack_wide(&p, 0x1000);
    pack_wide(&p, 0x1000);
    pack_int(&p, 'x');
    pack_wide(&p, 0x7f40);
    pack_wide(&p, 0);
    expect_format("[%s][%8.3s]%c %p %s", p, 5, "[string][     str]x 0x7f40 (null)");
}

TEST(percent_sign_and_unknown_conversions_are_printed_as_they_stand)
{
    Packed p = {0};
    pack_int(&p, 7);
    expect_format("100%% %y %d %", p, 1, "100% %y 7 %");
}

TEST(missing_arguments_and_bad_strings_are_errors)
{
    Packed p = {0};
    pack_wide(&p, 0x2000);
    FormatSource source = {&p, read_packed, read_string};
    Text out = {0};
    EXPECT(format_print("%s", &source, &out) == -1);
    EXPECT(format_print("%d %d %d", &source, &out) == -1);
    text_destroy(&out);
}

TEST(huge_widths_are_cut)
{
    Packed p = {0};
    pack_int(&p, 7);
    FormatSource source = {&p, read_packed, read_string};
    Text out = {0};
    EXPECT(format_print("%999999999999d", &source, &out) == 1);
    EXPECT_EQ(out.size_bytes, 4096);
    text_destroy(&out);
}
