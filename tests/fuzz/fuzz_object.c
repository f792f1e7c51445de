// SPDX-License-Identifier: Apache-2.0
// Binary files of a program: objects and shared objects, whose symbols are read; the fat binary
// that compiled host code registers; the messages that the cache keeps. A text that does not begin
// as an ELF file does is a list of changes, of four bytes each (two for the offset, how many bytes,
// their value), to one that is right.
#include "isa/base/diagnostics_pack.h"
#include "sim/runtime/register.h"
#include "sim/runtime/symbols.h"
#include "tests/fuzz/command.h"
#include "tests/fuzz/replay.h"

#include <elf.h>

// As compiled host code declares them.
void **__cudaRegisterFatBinary(const void *wrapper);
void __cudaUnregisterFatBinary(void **handle);

static const char *const list[] = {"\177ELF", "main", "_Z4copyPi", REGISTER_MARK, "\1", "\377"};
static const Words words = {list, sizeof list / sizeof list[0]};

typedef struct Object {
    Elf64_Ehdr header;
    Elf64_Shdr sections[4];
    Elf64_Sym symbols[6];
    char strings[64];
    uint8_t code[64];
} Object;

static Elf64_Sym symbol(uint32_t name, uint8_t bind, uint8_t type, uint16_t section, uint64_t value)
{
    return (Elf64_Sym){.st_name = name,
                       .st_info = (unsigned char)ELF64_ST_INFO(bind, type),
                       .st_shndx = section,
                       .st_value = value,
                       .st_size = 16};
}

static void make_object(Object *made)
{
    static const char names[] = "\0a.cu\0main\0_Z4copyPi\0table\0cudaMalloc";
    *made = (Object){.header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
                                            ELFDATA2LSB, EV_CURRENT},
                                .e_type = ET_REL,
                                .e_machine = EM_X86_64,
                                .e_shoff = offsetof(Object, sections),
                                .e_shentsize = sizeof(Elf64_Shdr),
                                .e_shnum = 4}};
    made->sections[1] = (Elf64_Shdr){.sh_type = SHT_SYMTAB,
                                     .sh_offset = offsetof(Object, symbols),
                                     .sh_size = sizeof made->symbols,
                                     .sh_link = 2,
                                     .sh_entsize = sizeof(Elf64_Sym)};
    made->sections[2] = (Elf64_Shdr){.sh_type = SHT_STRTAB,
                                     .sh_offset = offsetof(Object, strings),
                                     .sh_size = sizeof made->strings};
    made->sections[3] = (Elf64_Shdr){
        .sh_type = SHT_PROGBITS, .sh_offset = offsetof(Object, code), .sh_size = sizeof made->code};
    made->symbols[1] = symbol(1, STB_LOCAL, STT_FILE, SHN_ABS, 0);
    made->symbols[2] = symbol(11, STB_LOCAL, STT_FUNC, 3, 16);
    made->symbols[3] = symbol(6, STB_GLOBAL, STT_FUNC, 3, 0);
    made->symbols[4] = symbol(21, STB_WEAK, STT_OBJECT, 3, 32);
    made->symbols[5] = symbol(27, STB_GLOBAL, STT_NOTYPE, SHN_UNDEF, 0);
    memcpy(made->strings, names, sizeof names);
}

static void change(uint8_t *bytes, size_t size_bytes, const uint8_t *data, size_t size)
{
    for (; size >= 4; data += 4, size -= 4) {
        size_t at = (size_t)(data[0] << 8 | data[1]) % size_bytes, count = 1u << data[2] % 4;
        for (size_t i = 0; i < count && at + i < size_bytes; i++) {
            bytes[at + i] = i == 0 || (data[2] & 4) != 0 ? data[3] : 0;
        }
    }
}

static void read_symbols(void)
{
    SymbolFile *file = symbols_open("fuzz.o");
    Symbol one, other;
    for (uint32_t i = 0; file != NULL && symbols_next(file, &i, &one);) {
        if (!symbols_find(file, one.name, one.file, &other) || strcmp(one.name, other.name) != 0) {
            abort();
        }
        symbols_at(file, one.address + one.size_bytes / 2, &other);
    }
    if (file != NULL) {
        symbols_needs(file, "cuda");
    }
    symbols_close(file);
}

static void register_binary(const uint8_t *data, size_t size)
{
    struct {
        int magic, version;
        const char *image;
        void *unused;
    } binary = {0x466243b1, 1, NULL, NULL};
    char *image = calloc(1, size + 1);
    if (image != NULL) {
        memcpy(image, data, size);
        binary.image = image;
        __cudaUnregisterFatBinary(__cudaRegisterFatBinary(&binary));
    }
    free(image);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Object object;
    Diagnostics diagnostics = {0};
    command_enter();
    if (size >= SELFMAG && memcmp(data, ELFMAG, SELFMAG) == 0) {
        command_file("fuzz.o", data, size);
    } else {
        make_object(&object);
        change((uint8_t *)&object, sizeof object, data, size);
        command_file("fuzz.o", &object, sizeof object);
    }
    read_symbols();
    register_binary(data, size);
    diagnostics_unpack((const char *)data, size, &diagnostics);
    diagnostics_clear(&diagnostics);
    return 0;
}

#ifndef LOCKSTEP_LIBFUZZER
int main(int argc, char **argv)
{
    return replay(argc, argv, 100);
}
#endif
