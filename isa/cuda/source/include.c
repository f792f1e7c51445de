// SPDX-License-Identifier: Apache-2.0
// #include: finds the file, the compiler's own headers first, and reads it unless its include guard
// is already defined.
#include "isa/cuda/source/preprocess.h"

#include <string.h>

#define INCLUDE_DEPTH_MAX 200    // as GCC has it
#define INCLUDE_COUNT_MAX 100000 // so that headers that double each other end

static const SourceFile *including_file(const Preprocessor *p)
{
    return &p->source.files[p->frames[p->frame_count - 1].lexed->file];
}

static LexedFile *enter_cache(Preprocessor *p, const char *path, const char *text,
                              size_t size_bytes, bool is_library)
{
    for (uint32_t i = 0; i < p->lexed_count; i++) {
        const SourceFile *file = &p->source.files[p->lexed[i]->file];
        if (file->is_library == is_library && strcmp(file->path, path) == 0) {
            return p->lexed[i];
        }
    }
    uint32_t file = file_add(p, path, text, size_bytes);
    p->source.files[file].is_library = is_library;
    p->lexed = arena_room(&p->scratch, p->lexed, p->lexed_count, &p->lexed_room, sizeof *p->lexed);
    return p->lexed[p->lexed_count++] = lex_file(p, file);
}

LexedFile *include_library(Preprocessor *p, const char *name)
{
    size_t size_bytes = 0;
    const char *text = NULL;
    if (p->options->find_library != NULL) {
        text = p->options->find_library(name, &size_bytes);
    }
    return text == NULL ? NULL : enter_cache(p, name, text, size_bytes, true);
}

// A header beside the library's header that asks for it: cuda/a.h including "b.h" means cuda/b.h.
static const char *beside(Preprocessor *p, const char *name)
{
    const SourceFile *file = including_file(p);
    const char *slash = file->is_library ? strrchr(file->path, '/') : NULL;
    if (slash == NULL) {
        return NULL;
    }
    size_t folder = (size_t)(slash - file->path) + 1;
    char *path = arena_alloc(&p->scratch, folder + strlen(name) + 1);
    memcpy(path, file->path, folder);
    memcpy(path + folder, name, strlen(name));
    return path;
}

// What `name` refers to: *library_name, or *path and *text. False if the file is not found.
static bool find(Preprocessor *p, const char *name, bool is_angled, bool is_next,
                 const char **library_name, const char **path, const char **text,
                 size_t *size_bytes)
{
    const SourceOptions *options = p->options;
    const char *near = is_angled ? NULL : beside(p, name);
    *library_name = NULL;
    if (options->find_library != NULL && !is_next) {
        if (near != NULL && options->find_library(near, size_bytes) != NULL) {
            *library_name = near;
            return true;
        }
        if (options->find_library(name, size_bytes) != NULL) {
            *library_name = name;
            return true;
        }
    }
    const char *from = including_file(p)->path;
    return options->find != NULL &&
           options->find(options->find_context, name, is_angled, from, path, text, size_bytes) &&
           !(is_next && strcmp(from, *path) == 0); // no second file has this name
}

bool include_exists(Preprocessor *p, const char *name, bool is_angled, bool is_next)
{
    const char *library_name, *path, *text;
    size_t size_bytes;
    return find(p, name, is_angled, is_next, &library_name, &path, &text, &size_bytes);
}

static void skip_header(Preprocessor *p, const char *name)
{
    Source *source = &p->source;
    for (uint32_t i = 0; i < source->skipped_header_count; i++) {
        if (strcmp(source->skipped_headers[i], name) == 0) {
            return;
        }
    }
    source->skipped_headers =
        arena_room(source->arena, source->skipped_headers, source->skipped_header_count,
                   &p->skipped_room, sizeof *source->skipped_headers);
    source->skipped_headers[source->skipped_header_count++] =
        arena_text(source->arena, name, strlen(name));
}

// Headers of device libraries that Lockstep does not have. Skipping them like host headers would
// only move the error to the first name they should have declared. A name that ends in '/' is a
// folder.
static const char *missing_library(const char *name)
{
    static const char *const headers[][2] = {
        {"thrust/", "this part of Thrust"},
        {"cub/", "this part of CUB"},
        {"cute/", "CuTe"},
        {"cutlass/", "CUTLASS"},
        {"cuda_fp6.h", "the FP6 types"},
        {"cuda_fp4.h", "the FP4 types"},
        {"cuda/std/", "this part of libcu++"},
        {"cuda/annotated_ptr", "this part of libcu++"},
        {"cuda/cmath", "this part of libcu++"},
        {"cuda/functional", "this part of libcu++"},
        {"cuda/latch", "this part of libcu++"},
        {"cuda/ptx", "this part of libcu++"},
        {"cuda/semaphore", "this part of libcu++"},
        {"nvshmem.h", "NVSHMEM"},
    };
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        size_t length = strlen(headers[i][0]);
        bool is_folder = headers[i][0][length - 1] == '/';
        if (strncmp(headers[i][0], name, is_folder ? length : length + 1) == 0) {
            return headers[i][1];
        }
    }
    return NULL;
}

bool include_name(Preprocessor *p, Text *name, bool *is_angled)
{
    Token token;
    expand_next(p, &token);
    *is_angled = token.kind != TOKEN_STRING;
    if (token.kind == TOKEN_STRING || token.kind == PIECE_HEADER) {
        text_add(name, token.text + 1, token.length - 2);
        return token.text[0] == '"' || token.kind == PIECE_HEADER;
    }
    if (token.id != PUNCTUATOR_less) {
        return false;
    }
    for (bool is_spaced = false;; is_spaced = true) {
        expand_next(p, &token);
        if (token.kind == TOKEN_END) {
            return false;
        }
        if (token.id == PUNCTUATOR_greater) {
            return true;
        }
        if (is_spaced && token.is_after_space) {
            text_put(name, " ");
        }
        text_add(name, token.text, token.length);
    }
}

static void enter(Preprocessor *p, LexedFile *lexed)
{
    if (!lexed->is_once && (lexed->guard == NULL || lexed->guard->macro == NULL)) {
        file_enter(p, lexed);
    }
}

static bool is_entered(const Preprocessor *p, const LexedFile *lexed)
{
    uint32_t i = p->frame_count;
    while (i > 0 && p->frames[i - 1].lexed != lexed) {
        i--;
    }
    return i > 0;
}

void include_needed(Preprocessor *p, const LexedFile *lexed)
{
    static const struct {
        const char *start;
        size_t length;
        const char *header;
    } rows[] = {
#define NEEDED(start, header) {start, sizeof start - 1, header},
#include "isa/cuda/source/needed.def"
#undef NEEDED
    };
    for (const Token *token = lexed->tokens; token->kind != TOKEN_END; token++) {
        for (size_t i = 0; token->kind == TOKEN_NAME && i < sizeof rows / sizeof rows[0]; i++) {
            if (token->length > rows[i].length &&
                memcmp(token->text, rows[i].start, rows[i].length) == 0) {
                LexedFile *header = include_library(p, rows[i].header);
                if (header != NULL && !is_entered(p, header)) {
                    enter(p, header);
                }
            }
        }
    }
}

// Enters the library's headers that this header of the host's would include (implied.def).
static void enter_implied(Preprocessor *p, const char *name)
{
    static const char *const rows[][2] = {
#define IMPLIED(host, library) {host, library},
#include "isa/cuda/source/implied.def"
#undef IMPLIED
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        LexedFile *lexed = strcmp(rows[i][0], name) == 0 ? include_library(p, rows[i][1]) : NULL;
        if (lexed != NULL) {
            enter(p, lexed);
        }
    }
}

static void include(Preprocessor *p, const char *name, bool is_angled, bool is_next,
                    SourceLocation location)
{
    const char *library_name, *path, *text;
    size_t size_bytes;
    LexedFile *lexed;
    if (!find(p, name, is_angled, is_next, &library_name, &path, &text, &size_bytes)) {
        const char *library = missing_library(name);
        if (library != NULL) {
            report_error(p, location, "<%s> is not supported: this compiler does not have %s", name,
                         library);
        } else if (is_angled && !is_next && p->options->has_host_header != NULL &&
                   !p->options->has_host_header(name)) {
            report_error(p, location,
                         "cannot find <%s>: neither the compiler nor the host has it, and no "
                         "folder given for headers",
                         name);
        } else if (is_angled || is_next ||
                   (p->options->has_host_header != NULL && p->options->has_host_header(name))) {
            skip_header(p, name);
            enter_implied(p, name);
        } else {
            report_error(p, location,
                         "cannot find \"%s\": it is neither a built-in header nor in the directory "
                         "of '%s' or an include directory (-I)",
                         name, including_file(p)->path);
        }
        return;
    }
    if (p->frame_count > INCLUDE_DEPTH_MAX) {
        expand_stop(p, location, "#include is nested too deeply");
        return;
    }
    if (++p->include_count > INCLUDE_COUNT_MAX) {
        expand_stop(p, location, "too many files are included");
        return;
    }
    lexed = library_name != NULL ? include_library(p, library_name)
                                 : enter_cache(p, path, text, size_bytes, false);
    enter(p, lexed);
    if (library_name == NULL) {
        include_needed(p, lexed);
    }
}

void include_run(Preprocessor *p, Span line, SourceLocation location, bool is_next)
{
    Text name = {0};
    bool is_angled;
    uint32_t floor = expand_begin(p, line);
    bool is_good = include_name(p, &name, &is_angled);
    expand_end(p, floor);
    SourceLocation place = line.count > 0 ? line.tokens[0].location : location;
    if (!is_good || name.size_bytes == 0 || memchr(name.at, '\0', name.size_bytes) != NULL) {
        report_error(p, place, "#include expects \"file\" or <file>");
    } else {
        include(p, text_string(&name), is_angled, is_next, place);
    }
    text_destroy(&name);
}
