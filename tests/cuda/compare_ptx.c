// SPDX-License-Identifier: Apache-2.0
// Runs the kernels of random_cuda.c from two PTX files on one modeled GPU each and compares what
// they wrote: compare_ptx a.ptx b.ptx KERNELS. Exit status 1 and a line for each kernel that
// differs.
#include "random_input.h"
#include "sim/lockstep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Run {
    LockstepDevice *device;
    LockstepModule *module;
    uint64_t in, fin, out;
} Run;

static void stop(const char *what, const char *detail)
{
    fprintf(stderr, "compare_ptx: %s: %s\n", what, detail);
    exit(2);
}

static char *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        stop("cannot open", path);
    }
    char *bytes = NULL;
    *size = 0;
    for (size_t got = 1; got > 0; *size += got) {
        bytes = realloc(bytes, *size + 65536);
        got = fread(bytes + *size, 1, 65536, file);
    }
    fclose(file);
    return bytes;
}

static void must(const Run *run, LockstepStatus status, const char *what)
{
    if (status != LOCKSTEP_OK) {
        stop(what, lockstep_messages(run->device));
    }
}

static Run start(const char *path)
{
    Run run = {0};
    LockstepOptions options = {.threads = 1, .max_instructions = 100000000};
    must(&run, lockstep_device_create(&options, &run.device), "device");
    size_t size;
    char *text = read_all(path, &size);
    must(&run, lockstep_module_load(run.device, text, size, path, &run.module), path);
    free(text);
    int32_t in[INPUTS];
    float fin[INPUTS];
    random_input(in, fin);
    must(&run, lockstep_malloc(run.device, sizeof(in), "in", &run.in), "in");
    must(&run, lockstep_malloc(run.device, sizeof(fin), "fin", &run.fin), "fin");
    must(&run, lockstep_malloc(run.device, (uint64_t)OUTPUTS * 4, "out", &run.out), "out");
    must(&run, lockstep_write(run.device, run.in, in, sizeof(in)), "in");
    must(&run, lockstep_write(run.device, run.fin, fin, sizeof(fin)), "fin");
    return run;
}

static LockstepStatus launch(Run *run, const char *kernel, uint32_t *words)
{
    uint64_t parameters[] = {run->in, run->fin, run->out};
    LockstepLaunch how = {.kernel = kernel,
                          .grid = {BLOCKS},
                          .block = {THREADS},
                          .parameters = parameters,
                          .parameter_bytes = sizeof(parameters)};
    LockstepStatus status = lockstep_launch(run->device, run->module, &how);
    if (status == LOCKSTEP_OK) {
        lockstep_read(run->device, run->out, words, (uint64_t)OUTPUTS * 4);
    }
    return status;
}

static int differing_word(const uint32_t *a, const uint32_t *b)
{
    int word = 0;
    while (word < OUTPUTS && a[word] == b[word]) {
        word++;
    }
    return word;
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 4) {
        stop("usage", "compare_ptx a.ptx [b.ptx] KERNELS");
    }
    Run a = start(argv[1]), b = start(argv[argc - 2]);
    static uint32_t of_a[OUTPUTS], of_b[OUTPUTS];
    int differ = 0;
    for (int i = 0; i < atoi(argv[argc - 1]); i++) {
        char kernel[32];
        snprintf(kernel, sizeof(kernel), "kernel%d", i);
        must(&a, launch(&a, kernel, of_a), kernel);
        if (argc == 3) {
            printf("%s %016llx\n", kernel, (unsigned long long)random_hash(of_a));
            continue;
        }
        must(&b, launch(&b, kernel, of_b), kernel);
        int word = differing_word(of_a, of_b);
        if (word < OUTPUTS) {
            printf("%s: thread %d word %d: %08x and %08x\n", kernel, word / WORDS, word % WORDS,
                   of_a[word], of_b[word]);
            differ++;
        }
    }
    lockstep_device_destroy(a.device);
    lockstep_device_destroy(b.device);
    return differ > 0;
}
