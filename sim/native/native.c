// SPDX-License-Identifier: Apache-2.0
#include "sim/native/native.h"

#include "isa/base/heap.h"
#include "sim/native/pages.h"
#include "sim/native/translate.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct Native {
    NativeSource source; // first: it is what others see
    pthread_mutex_t lock;
    bool is_translated; // or it was found that this is impossible
    Pages pages;
    NativeCode code;
    Machine machine;
} Native;

bool native_is_possible(const Launch *launch)
{
#if defined(__x86_64__)
    return launch->operations != NULL && strcmp(launch->lanes->level, "avx512") == 0;
#else
    (void)launch;
    return false;
#endif
}

static const void **addresses(const Native *native, const size_t *offsets, uint32_t count)
{
    const void **at = heap_allocate(count, sizeof *at);
    for (uint32_t pc = 0; pc < count; pc++) {
        at[pc] = offsets[pc] == 0 ? NULL : native->pages.bytes + offsets[pc] - 1;
    }
    return at;
}

static void build(Native *native, const Launch *launch)
{
    uint32_t count = launch->program->code_count;
    translate(launch, &native->machine);
    const Code *code = &native->machine.code;
    if (code->size_bytes == 0 || !pages_write(&native->pages, code->bytes, code->size_bytes)) {
        return;
    }
    native->code = (NativeCode){.parts = native->machine.parts,
                                .part_count = native->machine.part_count,
                                .full = addresses(native, native->machine.full, count),
                                .partial = addresses(native, native->machine.partial, count)};
    // ISO C knows no conversion from a pointer to data.
    memcpy(&native->code.enter, &native->pages.bytes, sizeof native->code.enter);
}

static const NativeCode *obtain(NativeSource *source, const Launch *launch)
{
    Native *native = (Native *)(void *)source;
    pthread_mutex_lock(&native->lock);
    if (!native->is_translated) {
        native->is_translated = true;
        build(native, launch);
    }
    pthread_mutex_unlock(&native->lock);
    return native->code.enter == NULL ? NULL : &native->code;
}

NativeSource *native_create(uint64_t after)
{
    Native *native = heap_allocate(1, sizeof *native);
    native->source = (NativeSource){.obtain = obtain, .after = after};
    pthread_mutex_init(&native->lock, NULL);
    return &native->source;
}

void native_destroy(NativeSource *source)
{
    Native *native = (Native *)(void *)source;
    if (native == NULL) {
        return;
    }
    pages_release(&native->pages);
    code_clear(&native->machine.code);
    free(native->machine.parts);
    free(native->machine.full);
    free(native->machine.partial);
    free(native->code.full);
    free(native->code.partial);
    pthread_mutex_destroy(&native->lock);
    free(native);
}
