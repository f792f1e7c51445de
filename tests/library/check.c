// SPDX-License-Identifier: Apache-2.0
// check write FOLDER: the argument tables and the arguments of `lockstep run` for all rows.
// check compare FOLDER [NAME]: the dumped answers against the references; a line a function, exit
// code 1 when one is worse than its row allows.
#include "arguments.h"
#include "reference.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Row {
    const char *name;
    bool is_double;
    long double (*of_one)(long double);
    long double (*of_two)(long double, long double);
    double low, high, low2, high2, ulp, absolute;
} Row;

static const Row ROWS[] = {
#define FLOAT1(name, reference, low, high, ulp, absolute)                                          \
    {#name, false, reference, NULL, low, high, 0, 0, ulp, absolute},
#define FLOAT2(name, reference, low, high, low2, high2, ulp, absolute)                             \
    {#name, false, NULL, reference, low, high, low2, high2, ulp, absolute},
#define DOUBLE1(name, reference, low, high, ulp, absolute)                                         \
    {#name, true, reference, NULL, low, high, 0, 0, ulp, absolute},
#define DOUBLE2(name, reference, low, high, low2, high2, ulp, absolute)                            \
    {#name, true, NULL, reference, low, high, low2, high2, ulp, absolute},
#include "function.def"
};

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };

static FILE *open_in(const char *folder, const char *name, const char *mode)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, mode);
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

// -- write

static void write_table(const char *folder, const char *name, const void *data, size_t size)
{
    FILE *file = open_in(folder, name, "wb");
    fwrite(data, 1, size, file);
    fclose(file);
}

static void write_launch(FILE *file, const Row *row)
{
    char suffix = row->is_double ? 'd' : 'f';
    const char *type = row->is_double ? "f64" : "f32";
    fprintf(file, "--buffer %s=%s[%d]:zero\n--dump %s=%s.bin\n", row->name, type, ARGUMENT_COUNT,
            row->name, row->name);
    fprintf(file, "--launch test_%s<<<%d, 256>>>(", row->name, ARGUMENT_COUNT / 256);
    if (row->of_one != NULL)
        fprintf(file, "all_%c, unit_%c, %.17g, %.17g, ", suffix, suffix, row->low, row->high);
    else
        fprintf(file, "all_%c, all2_%c, unit_%c, unit2_%c, %.17g, %.17g, %.17g, %.17g, ", suffix,
                suffix, suffix, suffix, row->low, row->high, row->low2, row->high2);
    fprintf(file, "%d, %s)\n", HALF_COUNT, row->name);
}

static void write_all(const char *folder, const Arguments *arguments)
{
    FILE *file = open_in(folder, "run.args", "w");
#define TABLE(name, type)                                                                          \
    write_table(folder, #name ".bin", arguments->name, sizeof arguments->name);                    \
    fprintf(file, "--buffer " #name "=" type "[%d]:file=" #name ".bin\n", HALF_COUNT);
    TABLE(all_f, "f32")
    TABLE(all2_f, "f32")
    TABLE(unit_f, "f32")
    TABLE(unit2_f, "f32")
    TABLE(all_d, "f64")
    TABLE(all2_d, "f64")
    TABLE(unit_d, "f64")
    TABLE(unit2_d, "f64")
#undef TABLE
    for (int i = 0; i < ROW_COUNT; i++)
        write_launch(file, &ROWS[i]);
    fclose(file);
}

// -- compare

// Units in the last place between an answer and the correctly rounded reference; infinity counts as
// the power of two after the largest number. Zeros must have the reference's sign.
static double distance(long double reference, double answer, bool is_double)
{
    double right = is_double ? (double)reference : (double)(float)reference;
    if (isnan(right) || isnan(answer))
        return isnan(right) && isnan(answer) ? 0 : INFINITY;
    if (right == answer)
        return right != 0 || !signbit(right) == !signbit(answer) ? 0 : INFINITY;
    double end = is_double ? DBL_MAX : FLT_MAX;
    long double step = is_double ? 0x1p971L : 0x1p104L;
    long double a = isinf(right) ? copysignl(end + step, right) : right;
    long double b = isinf(answer) ? copysignl(end + step, answer) : answer;
    int exponent = 0;
    frexpl(fminl(fabsl(a), end), &exponent);
    int least = is_double ? -1074 : -149;
    exponent -= is_double ? 53 : 24;
    return (double)ldexpl(fabsl(a - b), -(exponent < least ? least : exponent));
}

static long double expected(const Row *row, const Arguments *a, int i, double x[2])
{
    int j = i - HALF_COUNT;
    if (row->is_double) {
        x[0] = i < HALF_COUNT ? a->all_d[i] : fma(a->unit_d[j], row->high - row->low, row->low);
        x[1] =
            i < HALF_COUNT ? a->all2_d[i] : fma(a->unit2_d[j], row->high2 - row->low2, row->low2);
    } else {
        float low = (float)row->low, high = (float)row->high;
        float low2 = (float)row->low2, high2 = (float)row->high2;
        x[0] = i < HALF_COUNT ? a->all_f[i] : fmaf(a->unit_f[j], high - low, low);
        x[1] = i < HALF_COUNT ? a->all2_f[i] : fmaf(a->unit2_f[j], high2 - low2, low2);
    }
    return row->of_one != NULL ? row->of_one(x[0]) : row->of_two(x[0], x[1]);
}

// Prints the worst case; true if the row holds.
static bool compare(const char *folder, const Row *row, const Arguments *arguments)
{
    char name[64];
    snprintf(name, sizeof name, "%s.bin", row->name);
    FILE *file = open_in(folder, name, "rb");
    static double answers[ARGUMENT_COUNT]; // room for either type
    size_t size = row->is_double ? 8 : 4;
    size_t count = fread(answers, size, ARGUMENT_COUNT, file);
    fclose(file);
    double worst = 0, worst_x[2] = {0, 0}, worst_answer = 0;
    int wrong = count == ARGUMENT_COUNT ? 0 : 1;
    for (int i = 0; i < (int)count; i++) {
        double x[2];
        long double right = expected(row, arguments, i, x);
        double answer = row->is_double ? answers[i] : (double)((float *)(void *)answers)[i];
        double ulp = distance(right, answer, row->is_double);
        if (fabsl(right - answer) <= row->absolute)
            continue;
        wrong += ulp > row->ulp;
        if (ulp > worst) {
            worst = ulp;
            worst_x[0] = x[0];
            worst_x[1] = x[1];
            worst_answer = answer;
        }
    }
    printf("%-18s %4.0f of %g ulp", row->name, worst, row->ulp);
    if (wrong > 0)
        printf("  %d wrong, the worst %a, %a (%.9g, %.9g): %.17g", wrong, worst_x[0], worst_x[1],
               worst_x[0], worst_x[1], worst_answer);
    printf("\n");
    return wrong == 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    static Arguments arguments;
    arguments_fill(&arguments);
    if (strcmp(argv[1], "write") == 0) {
        write_all(argv[2], &arguments);
        return 0;
    }
    bool all_right = true;
    for (int i = 0; i < ROW_COUNT; i++)
        if (argc == 3 || strcmp(argv[3], ROWS[i].name) == 0)
            all_right &= compare(argv[2], &ROWS[i], &arguments);
    return all_right ? 0 : 1;
}
