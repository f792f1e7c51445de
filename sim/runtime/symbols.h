// SPDX-License-Identifier: Apache-2.0
// The symbols of an ELF64 file (a shared object or an object file), local ones as well: which
// function or variable holds an address, and of which source file. Little-endian files only; any
// bytes may come in, what contradicts itself is left out.
#ifndef LOCKSTEP_RUNTIME_SYMBOLS_H
#define LOCKSTEP_RUNTIME_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct SymbolFile SymbolFile;

typedef struct Symbol {
    const char *name; // as in the file, Itanium-mangled; lives as long as the SymbolFile
    const char *file; // the FILE symbol before a local symbol; NULL for global and weak ones
    uint64_t address; // in a shared object from its load base; in an object file from its section
    uint64_t size_bytes;
    uint32_t section;
    bool is_function; // else a variable
    bool is_local, is_weak;
} Symbol;

// Maps the file; NULL when it cannot be read or is no such ELF file. Takes .symtab, or .dynsym
// where that is stripped.
SymbolFile *symbols_open(const char *path);
void symbols_close(SymbolFile *file);

// The same of bytes, which must live as long: a member of an archive.
SymbolFile *symbols_open_bytes(const void *bytes, size_t size_bytes);

// The next defined function or variable from *index on, which is moved past it; false at the end.
bool symbols_next(const SymbolFile *file, uint32_t *index, Symbol *symbol);

// The function or variable whose bytes hold the address (its own address when it has no size).
bool symbols_at(const SymbolFile *file, uint64_t address, Symbol *symbol);

// Whether the file uses a function or variable of another file whose name starts so.
bool symbols_needs(const SymbolFile *file, const char *start);

// A defined symbol by name; among several of that name the one of source file `of`, if given.
bool symbols_find(const SymbolFile *file, const char *name, const char *of, Symbol *symbol);

// One place that a linker fills with an address.
typedef struct Relocation {
    uint64_t offset; // in a shared object from its load base; in an object file in its section
    uint32_t type;   // R_X86_64_PC32, ...
    int64_t addend;
    const char *name; // the symbol; "": it has none
    uint64_t address; // the symbol's
    bool is_defined;  // else it is another file's
    bool is_hidden;   // from other objects and programs: another file's is of the same one
} Relocation;

// Where symbols_relocation goes on; zeroed at first.
typedef struct RelocationCursor {
    uint32_t section;
    uint64_t index;
} RelocationCursor;

// The next relocation of what is in memory when the file is; of a shared object only if it was
// linked with --emit-relocs. False at the end.
bool symbols_relocation(const SymbolFile *file, RelocationCursor *at, Relocation *relocation);

#endif
