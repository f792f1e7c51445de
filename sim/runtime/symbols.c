// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct SymbolFile {
    const uint8_t *bytes;
    size_t size_bytes;
    bool is_mapped;         // the bytes, by this file
    Symbol *symbols;        // functions and variables that are defined, in the file's order
    const Symbol **ordered; // the same by address
    uint32_t count;
};

static bool holds(const SymbolFile *file, uint64_t offset, uint64_t size_bytes)
{
    return offset <= file->size_bytes && size_bytes <= file->size_bytes - offset;
}

static bool section_header(const SymbolFile *file, uint32_t index, Elf64_Shdr *section)
{
    Elf64_Ehdr header;
    memcpy(&header, file->bytes, sizeof(header));
    uint64_t offset = header.e_shoff + (uint64_t)index * sizeof(*section);
    if (index >= header.e_shnum || header.e_shentsize != sizeof(*section) ||
        offset < header.e_shoff || !holds(file, offset, sizeof(*section))) {
        return false;
    }
    memcpy(section, file->bytes + offset, sizeof(*section));
    return section->sh_type == SHT_NOBITS || holds(file, section->sh_offset, section->sh_size);
}

static bool find_section(const SymbolFile *file, uint32_t type, Elf64_Shdr *section)
{
    Elf64_Ehdr header;
    memcpy(&header, file->bytes, sizeof(header));
    for (uint32_t i = 0; i < header.e_shnum; i++) {
        if (section_header(file, i, section) && section->sh_type == type) {
            return true;
        }
    }
    return false;
}

// A name in a string table, or NULL when it does not end inside.
static const char *string_at(const SymbolFile *file, const Elf64_Shdr *strings, uint32_t offset)
{
    if (offset >= strings->sh_size) {
        return NULL;
    }
    const char *name = (const char *)file->bytes + strings->sh_offset + offset;
    return memchr(name, 0, (size_t)(strings->sh_size - offset)) == NULL ? NULL : name;
}

static bool is_defined(const Elf64_Sym *symbol)
{
    unsigned type = ELF64_ST_TYPE(symbol->st_info);
    bool is_kind = type == STT_FUNC || type == STT_OBJECT || type == STT_GNU_IFUNC;
    return is_kind && symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < SHN_LORESERVE;
}

static void read_symbols(SymbolFile *file, const Elf64_Shdr *table, const Elf64_Shdr *strings)
{
    uint64_t count = table->sh_size / sizeof(Elf64_Sym);
    file->symbols = count > UINT32_MAX ? NULL : calloc((size_t)count + 1, sizeof(Symbol));
    const char *source = NULL;
    for (uint64_t i = 0; file->symbols != NULL && i < count; i++) {
        Elf64_Sym found;
        memcpy(&found, file->bytes + table->sh_offset + i * sizeof(found), sizeof(found));
        const char *name = string_at(file, strings, found.st_name);
        unsigned bind = ELF64_ST_BIND(found.st_info);
        if (ELF64_ST_TYPE(found.st_info) == STT_FILE) {
            source = name;
        }
        if (name == NULL || !is_defined(&found)) {
            continue;
        }
        file->symbols[file->count++] =
            (Symbol){.name = name,
                     .file = bind == STB_LOCAL ? source : NULL,
                     .address = found.st_value,
                     .size_bytes = found.st_size,
                     .section = found.st_shndx,
                     .is_function = ELF64_ST_TYPE(found.st_info) != STT_OBJECT,
                     .is_local = bind == STB_LOCAL,
                     .is_weak = bind == STB_WEAK};
    }
}

static bool is_elf(const SymbolFile *file)
{
    static const uint8_t wanted[] = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB};
    return file->size_bytes >= sizeof(Elf64_Ehdr) &&
           memcmp(file->bytes, wanted, sizeof(wanted)) == 0;
}

static bool map_file(SymbolFile *file, const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0) {
        return false;
    }
    void *bytes = MAP_FAILED;
    if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
        file->size_bytes = (size_t)status.st_size;
        bytes = mmap(NULL, file->size_bytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
    }
    close(descriptor);
    file->is_mapped = bytes != MAP_FAILED;
    file->bytes = file->is_mapped ? bytes : NULL;
    return file->is_mapped;
}

// Of symbols at one address the first in the file comes last, and is found first.
static int by_address(const void *a, const void *b)
{
    const Symbol *left = *(const Symbol *const *)a, *right = *(const Symbol *const *)b;
    if (left->address != right->address) {
        return left->address < right->address ? -1 : 1;
    }
    return (left < right) - (left > right);
}

static void order_symbols(SymbolFile *file)
{
    file->ordered = malloc((file->count + 1u) * sizeof(*file->ordered));
    file->count = file->ordered == NULL ? 0 : file->count;
    for (uint32_t i = 0; i < file->count; i++) {
        file->ordered[i] = &file->symbols[i];
    }
    if (file->count > 1) {
        qsort(file->ordered, file->count, sizeof(*file->ordered), by_address);
    }
}

// Takes the file over: NULL if it is no such ELF file.
static SymbolFile *read_file(SymbolFile *file)
{
    if (!is_elf(file)) {
        symbols_close(file);
        return NULL;
    }
    Elf64_Shdr table, strings;
    if ((find_section(file, SHT_SYMTAB, &table) || find_section(file, SHT_DYNSYM, &table)) &&
        section_header(file, table.sh_link, &strings) && strings.sh_type == SHT_STRTAB) {
        read_symbols(file, &table, &strings);
    }
    order_symbols(file);
    return file;
}

SymbolFile *symbols_open(const char *path)
{
    SymbolFile *file = calloc(1, sizeof(*file));
    if (file == NULL || !map_file(file, path)) {
        symbols_close(file);
        return NULL;
    }
    return read_file(file);
}

SymbolFile *symbols_open_bytes(const void *bytes, size_t size_bytes)
{
    SymbolFile *file = calloc(1, sizeof(*file));
    if (file == NULL) {
        return NULL;
    }
    file->bytes = bytes;
    file->size_bytes = size_bytes;
    return read_file(file);
}

void symbols_close(SymbolFile *file)
{
    if (file == NULL) {
        return;
    }
    if (file->is_mapped) {
        munmap((void *)(uintptr_t)file->bytes, file->size_bytes);
    }
    free(file->ordered);
    free(file->symbols);
    free(file);
}

bool symbols_needs(const SymbolFile *file, const char *start)
{
    Elf64_Shdr table, strings;
    if ((!find_section(file, SHT_SYMTAB, &table) && !find_section(file, SHT_DYNSYM, &table)) ||
        !section_header(file, table.sh_link, &strings) || strings.sh_type != SHT_STRTAB) {
        return false;
    }
    for (uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, file->bytes + table.sh_offset + i * sizeof symbol, sizeof symbol);
        const char *name = string_at(file, &strings, symbol.st_name);
        if (symbol.st_shndx == SHN_UNDEF && name != NULL &&
            strncmp(name, start, strlen(start)) == 0) {
            return true;
        }
    }
    return false;
}

bool symbols_next(const SymbolFile *file, uint32_t *index, Symbol *symbol)
{
    if (*index >= file->count) {
        return false;
    }
    *symbol = file->symbols[(*index)++];
    return true;
}

// Number of symbols at or below the address.
static uint32_t count_below(const SymbolFile *file, uint64_t address)
{
    uint32_t low = 0, high = file->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (file->ordered[middle]->address <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool symbols_at(const SymbolFile *file, uint64_t address, Symbol *symbol)
{
    // Symbols do not nest, but for a few without a size (labels of hand-written assembly).
    enum { LOOK_BACK = 16 };
    uint32_t end = count_below(file, address);
    for (uint32_t i = end; i > 0 && end - i < LOOK_BACK; i--) {
        const Symbol *found = file->ordered[i - 1];
        if (address - found->address < (found->size_bytes > 0 ? found->size_bytes : 1)) {
            *symbol = *found;
            return true;
        }
    }
    return false;
}

bool symbols_find(const SymbolFile *file, const char *name, const char *of, Symbol *symbol)
{
    bool is_found = false;
    for (uint32_t i = 0; i < file->count; i++) {
        const Symbol *found = &file->symbols[i];
        if (strcmp(found->name, name) != 0) {
            continue;
        }
        bool is_of = of != NULL && found->file != NULL && strcmp(found->file, of) == 0;
        if (!is_found || is_of) {
            *symbol = *found;
            is_found = true;
        }
        if (is_of) {
            return true;
        }
    }
    return is_found;
}

static bool read_relocation(const SymbolFile *file, const Elf64_Shdr *section, uint64_t index,
                            Relocation *relocation)
{
    Elf64_Rela found;
    Elf64_Sym symbol;
    Elf64_Shdr table, strings;
    memcpy(&found, file->bytes + section->sh_offset + index * sizeof found, sizeof found);
    uint64_t number = ELF64_R_SYM(found.r_info);
    if (!section_header(file, section->sh_link, &table) || table.sh_type != SHT_SYMTAB ||
        number >= table.sh_size / sizeof symbol || !section_header(file, table.sh_link, &strings) ||
        strings.sh_type != SHT_STRTAB) {
        return false;
    }
    memcpy(&symbol, file->bytes + table.sh_offset + number * sizeof symbol, sizeof symbol);
    const char *name = string_at(file, &strings, symbol.st_name);
    *relocation = (Relocation){.offset = found.r_offset,
                               .type = (uint32_t)ELF64_R_TYPE(found.r_info),
                               .addend = found.r_addend,
                               .name = name == NULL ? "" : name,
                               .address = symbol.st_value,
                               .is_defined = symbol.st_shndx != SHN_UNDEF,
                               .is_hidden = ELF64_ST_VISIBILITY(symbol.st_other) != STV_DEFAULT};
    return true;
}

bool symbols_relocation(const SymbolFile *file, RelocationCursor *at, Relocation *relocation)
{
    Elf64_Ehdr header;
    Elf64_Shdr section, target;
    memcpy(&header, file->bytes, sizeof header);
    for (; at->section < header.e_shnum; at->section++, at->index = 0) {
        if (!section_header(file, at->section, &section) || section.sh_type != SHT_RELA ||
            !section_header(file, section.sh_info, &target) || !(target.sh_flags & SHF_ALLOC)) {
            continue;
        }
        while (at->index < section.sh_size / sizeof(Elf64_Rela)) {
            if (read_relocation(file, &section, at->index++, relocation)) {
                return true;
            }
        }
    }
    return false;
}
