// SPDX-License-Identifier: Apache-2.0
// A tool of the build: reads the presets with the library's own parser and writes them as a C
// table, the oldest generation first. `embed OUTPUT.c FILE.gpu...`. One preset may start from
// another, so the files are read in rounds until every base is known.
#include "sim/gpu/gpu_value.h"
#include "sim/gpu/preset_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRESET_MAX = 256, FILE_BYTES_MAX = 1 << 20 };

// What gpu_preset() finds while this tool runs: the presets read so far.
static Gpu presets[PRESET_MAX];
static uint32_t preset_count;

const Gpu *preset_table(uint32_t *count)
{
    *count = preset_count;
    return presets;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, FILE_BYTES_MAX);
    if (file == NULL || text == NULL || fread(text, 1, FILE_BYTES_MAX - 1, file) == 0) {
        fprintf(stderr, "embed: cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    return text;
}

// Adds the preset of a file. False: it is wrong, or its base is not there yet.
static bool add_preset(const char *path, bool is_last_try)
{
    Diagnostics diagnostics = {0};
    char *text = read_file(path);
    bool is_good = gpu_parse(text, strlen(text), path, &presets[preset_count], &diagnostics);
    preset_count += is_good;
    if (is_last_try) {
        Text out = {0};
        diagnostics_print(&diagnostics, false, &out);
        fputs(text_string(&out), stderr);
        text_destroy(&out);
    }
    diagnostics_clear(&diagnostics);
    free(text);
    return is_good;
}

// Reads the files that are left, in rounds; those that were read become NULL.
static bool add_presets(char **paths, int count)
{
    int left = count;
    for (bool has_progress = true; left > 0; has_progress = left < count) {
        bool is_last_try = !has_progress;
        count = left;
        left = 0;
        for (int i = 0; i < count; i++) {
            if (!add_preset(paths[i], is_last_try)) {
                paths[left++] = paths[i];
            }
        }
        if (is_last_try) {
            return false;
        }
    }
    return true;
}

static int by_generation(const void *a, const void *b)
{
    const Gpu *x = a, *y = b;
    if (x->compute_capability != y->compute_capability) {
        return x->compute_capability < y->compute_capability ? -1 : 1;
    }
    return strcmp(x->name, y->name);
}

static void put_sizes(const GpuSizes *sizes, FILE *out)
{
    fprintf(out, "{%u, {", sizes->count);
    for (uint32_t i = 0; i < sizes->count; i++) {
        fprintf(out, "%s%u", i > 0 ? ", " : "", sizes->bytes[i]);
    }
    fputs("}}", out);
}

static void put_value(const GpuValue *value, const Gpu *gpu, FILE *out)
{
    fprintf(out, "     .%s = ", value->key);
    switch (value->kind) {
    case GPU_KIND_GpuSizes: put_sizes(gpu_value_sizes(value, gpu), out); break;
    case GPU_KIND_double: fprintf(out, "%.17g", gpu_value_number(value, gpu)); break;
    default: fprintf(out, "UINT64_C(%.0f)", gpu_value_number(value, gpu)); break;
    }
    fputs(",\n", out);
}

static void put_table(FILE *out)
{
    fputs("// Made by sim/gpu/embed from sim/gpu/presets/*.gpu: change those.\n"
          "#include \"sim/gpu/preset_table.h\"\n\n"
          "static const Gpu presets[] = {\n",
          out);
    for (uint32_t i = 0; i < preset_count; i++) {
        fprintf(out, "    {.name = \"%s\",\n     .title = \"%s\",\n     .device_name = \"%s\",\n",
                presets[i].name, presets[i].title, presets[i].device_name);
        for (uint32_t at = 0; at < GPU_VALUE_COUNT; at++) {
            put_value(&gpu_values[at], &presets[i], out);
        }
        fputs("    },\n", out);
    }
    fputs("};\n\n"
          "const Gpu *preset_table(uint32_t *count)\n"
          "{\n"
          "    *count = sizeof presets / sizeof presets[0];\n"
          "    return presets;\n"
          "}\n",
          out);
}

int main(int count, char **arguments)
{
    if (count < 3 || count - 2 > PRESET_MAX || !add_presets(arguments + 2, count - 2)) {
        return 1;
    }
    qsort(presets, preset_count, sizeof presets[0], by_generation);
    FILE *out = fopen(arguments[1], "w");
    if (out == NULL) {
        fprintf(stderr, "embed: cannot write %s\n", arguments[1]);
        return 1;
    }
    put_table(out);
    return fclose(out) == 0 ? 0 : 1;
}
