// SPDX-License-Identifier: Apache-2.0
// Which kernel is refused by which GPU and why, as refusals.txt says: each kernel of features.ptx
// in one block of a warp, and each launch of kernels/*.cu that was recorded on an H200 in its own
// block size, one instruction long, on every preset. LOCKSTEP_REGOLD=1 writes the table anew.
#include "isa/base/demangle.h"
#include "isa/ptx/ptx.h"
#include "sim/gpu/gpu.h"
#include "sim/lockstep.h"
#include "sim/report/import.h"
#include "tests/test.h"

#include <dirent.h>
#include <stdlib.h>

#define FOLDER       LOCKSTEP_SOURCE_DIR "/tests/golden/refusals"
#define KERNELS      LOCKSTEP_SOURCE_DIR "/kernels"
#define RECORDED     LOCKSTEP_SOURCE_DIR "/traces/h200"
#define LAUNCH_MAX   64
#define PROGRAM_MAX  64
#define REASON_BYTES 256

// One shape in which a kernel is launched.
typedef struct Shape {
    char kernel[256]; // as the program's author writes it: "reduce_unrolled<256>"
    uint32_t block[3];
    uint32_t shared_bytes;
} Shape;

typedef struct Program {
    const char *name;
    Text ptx;
    PtxModule *module;
    Shape shapes[LAUNCH_MAX];
    size_t shape_count;
} Program;

static bool read_file(const char *path, Text *text)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    char bytes[4096];
    for (size_t size; (size = fread(bytes, 1, sizeof bytes, file)) > 0;) {
        text_add(text, bytes, size);
    }
    fclose(file);
    return true;
}

static void add_shape(Program *program, const Shape *shape)
{
    for (size_t i = 0; i < program->shape_count; i++) {
        if (memcmp(&program->shapes[i], shape, sizeof *shape) == 0) {
            return;
        }
    }
    if (EXPECT(program->shape_count < LAUNCH_MAX)) {
        program->shapes[program->shape_count++] = *shape;
    }
}

// `(32, 8, 1)`
static void read_dimensions(const char *text, uint32_t dimensions[3])
{
    for (size_t i = 0; i < 3; i++) {
        char *end;
        text += strspn(text, " (,");
        dimensions[i] = (uint32_t)strtoul(text, &end, 10);
        text = end;
    }
}

// "reduce_unrolled<256>" of "void reduce_unrolled<256>(const int *, int *)".
static void read_name(const char *text, Shape *shape)
{
    const char *start = strncmp(text, "void ", 5) == 0 ? text + 5 : text;
    size_t length = strcspn(start, "(");
    if (EXPECT(length < sizeof shape->kernel)) {
        memcpy(shape->kernel, start, length);
    }
}

// The launches that were recorded of the program on an H200.
static void read_launches(Program *program)
{
    static const char shared[] = "launch__shared_mem_per_block_dynamic";
    Text path = {0}, text = {0};
    Arena arena = {0};
    Import import;
    text_printf(&path, RECORDED "/%s.csv", program->name);
    if (EXPECT(read_file(text_string(&path), &text)) &&
        EXPECT(import_read(text_string(&text), text.size_bytes, &import, &arena) == NULL)) {
        for (uint32_t i = 0; i < import.count; i++) {
            const ImportLaunch *launch = &import.launches[i];
            const ImportValue *bytes = import_find(launch, shared, sizeof shared - 1);
            Shape shape;
            memset(&shape, 0, sizeof shape);
            read_name(launch->kernel, &shape);
            read_dimensions(launch->block, shape.block);
            shape.shared_bytes = bytes == NULL ? 0 : (uint32_t)bytes->number;
            EXPECT(shape.block[0] > 0);
            add_shape(program, &shape);
        }
    }
    arena_clear(&arena);
    text_destroy(&path);
    text_destroy(&text);
}

static void launch_each_kernel(Program *program)
{
    for (uint32_t i = 0; i < program->module->function_count; i++) {
        const PtxFunction *function = program->module->functions[i];
        Shape shape;
        memset(&shape, 0, sizeof shape);
        shape.block[0] = 32;
        Text name = {0};
        demangle(function->name, DEMANGLE_SHORT, &name);
        snprintf(shape.kernel, sizeof shape.kernel, "%s", text_string(&name));
        text_destroy(&name);
        if (function->is_entry) {
            add_shape(program, &shape);
        }
    }
}

static const PtxFunction *find_kernel(const PtxModule *module, const char *name)
{
    const PtxFunction *found = NULL;
    for (uint32_t i = 0; i < module->function_count; i++) {
        Text text = {0};
        demangle(module->functions[i]->name, DEMANGLE_SHORT, &text);
        if (module->functions[i]->is_entry && strcmp(text_string(&text), name) == 0) {
            found = module->functions[i];
        }
        text_destroy(&text);
    }
    return found;
}

// The first error: what stands behind "error: " on its line.
static void first_error(const char *messages, char reason[REASON_BYTES])
{
    const char *at = strstr(messages, "error: ");
    at = at == NULL ? "no message" : at + strlen("error: ");
    snprintf(reason, REASON_BYTES, "%.*s", (int)strcspn(at, "\n"), at);
}

// Whether the GPU runs the kernel, if only to its first instruction; else the reason.
static bool launch(const Program *program, const Shape *shape, const Gpu *gpu,
                   char reason[REASON_BYTES])
{
    const PtxFunction *kernel = find_kernel(program->module, shape->kernel);
    if (!EXPECT(kernel != NULL)) {
        fprintf(stderr, "    %s\n", shape->kernel);
        return false;
    }
    LockstepOptions options = {.gpu = gpu->name, .threads = 1, .max_instructions = 1};
    LockstepDevice *device = NULL;
    LockstepModule *module = NULL;
    EXPECT_EQ(lockstep_device_create(&options, &device), LOCKSTEP_OK);
    LockstepStatus status = lockstep_module_load(device, text_string(&program->ptx),
                                                 program->ptx.size_bytes, program->name, &module);
    if (status == LOCKSTEP_OK) {
        uint8_t *parameters = calloc(1, kernel->parameter_bytes + 1);
        LockstepLaunch wanted = {.kernel = kernel->name,
                                 .block = {shape->block[0], shape->block[1], shape->block[2]},
                                 .dynamic_shared_bytes = shape->shared_bytes,
                                 .parameters = parameters,
                                 .parameter_bytes = kernel->parameter_bytes};
        status = lockstep_launch(device, module, &wanted);
        free(parameters);
    }
    first_error(lockstep_messages(device), reason);
    lockstep_device_destroy(device);
    return status == LOCKSTEP_OK || status == LOCKSTEP_ERROR_FAULT ||
           status == LOCKSTEP_ERROR_LIMIT;
}

static void tell_shape(const Program *program, const Shape *shape, Text *out)
{
    uint32_t threads = shape->block[0];
    threads *= shape->block[1] > 0 ? shape->block[1] : 1;
    threads *= shape->block[2] > 0 ? shape->block[2] : 1;
    text_printf(out, "%s %s, %u threads\n", program->name, shape->kernel, threads);
    Text runs = {0};
    for (uint32_t i = 0; i < gpu_preset_count(); i++) {
        char reason[REASON_BYTES];
        if (launch(program, shape, gpu_preset_at(i), reason)) {
            text_printf(&runs, " %s", gpu_preset_at(i)->name);
        } else {
            text_printf(out, "    %s: %s\n", gpu_preset_at(i)->name, reason);
        }
    }
    text_printf(out, "    runs on:%s\n", text_string(&runs));
    text_destroy(&runs);
}

static void tell_program(const char *name, Text *out)
{
    Program program = {.name = name};
    Text path = {0};
    bool is_feature = strcmp(name, "features") == 0;
    text_printf(&path, "%s/%s.ptx", is_feature ? FOLDER : KERNELS "/ptx", name);
    Diagnostics diagnostics = {0};
    if (EXPECT(read_file(text_string(&path), &program.ptx))) {
        program.module =
            ptx_parse(text_string(&program.ptx), program.ptx.size_bytes, name, &diagnostics);
    }
    if (EXPECT(program.module != NULL)) {
        if (is_feature) {
            launch_each_kernel(&program);
        } else {
            read_launches(&program);
        }
        EXPECT(program.shape_count > 0);
        for (size_t i = 0; i < program.shape_count; i++) {
            tell_shape(&program, &program.shapes[i], out);
        }
    }
    diagnostics_clear(&diagnostics);
    ptx_destroy(program.module);
    text_destroy(&program.ptx);
    text_destroy(&path);
}

static int order_names(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static bool has_kernels(const char *name, size_t length)
{
    Text path = {0}, text = {0};
    text_printf(&path, KERNELS "/ptx/%.*s.ptx", (int)length, name);
    bool is_there = read_file(text_string(&path), &text);
    text_destroy(&path);
    text_destroy(&text);
    return is_there;
}

// The programs that were recorded, sorted; the caller frees the names.
static size_t list_programs(char *names[PROGRAM_MAX])
{
    size_t count = 0;
    DIR *directory = opendir(RECORDED);
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        size_t length = strcspn(entry->d_name, ".");
        if (strcmp(entry->d_name + length, ".csv") == 0 && count < PROGRAM_MAX &&
            has_kernels(entry->d_name, length)) {
            names[count] = calloc(1, length + 1);
            memcpy(names[count++], entry->d_name, length);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    qsort(names, count, sizeof *names, order_names);
    return count;
}

TEST(each_gpu_refuses_what_it_lacks_and_nothing_else)
{
    Text found = {0}, wanted = {0};
    char *names[PROGRAM_MAX];
    size_t count = list_programs(names);
    EXPECT(count > 0);
    tell_program("features", &found);
    for (size_t i = 0; i < count; i++) {
        tell_program(names[i], &found);
        free(names[i]);
    }
    if (getenv("LOCKSTEP_REGOLD") != NULL) {
        FILE *file = fopen(FOLDER "/refusals.txt", "wb");
        if (EXPECT(file != NULL)) {
            fwrite(text_string(&found), 1, found.size_bytes, file);
            fclose(file);
        }
    }
    EXPECT(read_file(FOLDER "/refusals.txt", &wanted));
    EXPECT_TEXT(text_string(&found), text_string(&wanted));
    text_destroy(&found);
    text_destroy(&wanted);
}
