// SPDX-License-Identifier: Apache-2.0
// dladdr is glibc's, musl's and the BSDs', not POSIX's.
#define _GNU_SOURCE
#include "sim/runtime/direct.h"

#include "sim/runtime/symbols.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const LockstepDirect *find_place(const LockstepDirect *list, size_t count, uint64_t address)
{
    for (size_t i = 0; i < count; i++) {
        if ((uint64_t)(uintptr_t)list[i].place == address) {
            return &list[i];
        }
    }
    return NULL;
}

// False: the target is too far away, or the relocation is none that addresses a variable.
static bool bind(uint64_t base, const Relocation *relocation, uint64_t target)
{
    uint64_t at = base + relocation->offset, addend = (uint64_t)relocation->addend;
    uint64_t value = target + addend, distance = value - at;
    int32_t near = (int32_t)(uint32_t)distance;
    void *bytes = (void *)(uintptr_t)at;
    switch (relocation->type) {
    case R_X86_64_64: memcpy(bytes, &value, sizeof value); return true;
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
        if ((uint64_t)(int64_t)near != distance) {
            return false;
        }
        memcpy(bytes, &near, sizeof near);
        return true;
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX: // the address is in a slot, to which the bytes lead
        memcpy(&near, bytes, sizeof near);
        memcpy((void *)(uintptr_t)(at + (uint64_t)(int64_t)near - addend), &target, sizeof target);
        return true;
    default: return false;
    }
}

static const char *bind_all(const SymbolFile *symbols, uint64_t base, const LockstepDirect *list,
                            size_t count)
{
    RelocationCursor cursor = {0};
    for (Relocation relocation; symbols_relocation(symbols, &cursor, &relocation);) {
        const LockstepDirect *found =
            relocation.is_defined ? find_place(list, count, base + relocation.address) : NULL;
        if (found != NULL && !bind(base, &relocation, (uint64_t)(uintptr_t)found->target)) {
            return found->name;
        }
    }
    return NULL;
}

// Lets the object's segments be written, instead of run, or as they were.
static bool protect(const void *base, bool is_open)
{
    const ElfW(Ehdr) *header = base;
    uintptr_t start = (uintptr_t)base, page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const ElfW(Phdr) *segments = (const void *)(start + header->e_phoff);
    for (unsigned i = 0; i < header->e_phnum; i++) {
        const ElfW(Phdr) *segment = &segments[i];
        int own = (segment->p_flags & PF_R ? PROT_READ : 0) |
                  (segment->p_flags & PF_W ? PROT_WRITE : 0) |
                  (segment->p_flags & PF_X ? PROT_EXEC : 0);
        uintptr_t first = (start + segment->p_vaddr) & ~(page - 1);
        uintptr_t end = start + segment->p_vaddr + segment->p_memsz;
        if (segment->p_type == PT_LOAD &&
            mprotect((void *)first, end - first, is_open ? PROT_READ | PROT_WRITE : own) != 0) {
            return false;
        }
    }
    return true;
}

const char *__lockstepBindDirect(const void *base, const LockstepDirect *list, size_t count)
{
    Dl_info info;
    SymbolFile *symbols = dladdr(base, &info) == 0 ? NULL : symbols_open(info.dli_fname);
    if (symbols == NULL || !protect(base, true)) {
        symbols_close(symbols);
        return "";
    }
    const char *failed = bind_all(symbols, (uint64_t)(uintptr_t)base, list, count);
    symbols_close(symbols);
    return protect(base, false) ? failed : "";
}
