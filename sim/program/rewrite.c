// SPDX-License-Identifier: Apache-2.0
#include "sim/program/rewrite.h"

#include "sim/program/kernel.h"
#include "sim/program/launch.h"
#include "sim/program/meaning.h"
#include "sim/program/place.h"
#include "sim/program/shape.h"

#include <stdlib.h>
#include <string.h>

// A kernel's address is its identity, and its stub is found by where its code stands: see
// host_defines.h. Clang does not know noipa and ignores it.
static const char kernel_attribute[] = "__attribute__((__noinline__, __used__, __noipa__)) ";

// A file's device variables are its own, as nvcc has them: other files may use the name again.
static const char shadow_storage[] = "static __attribute__((__used__)) ";
static const char linked_shadow_storage[] = "__attribute__((__used__)) ";

// Launches in another launch's configuration or arguments may be nested this deep.
enum { DEPTH_MAX = 64 };

typedef struct Rewriter {
    Scan scan;
    PlaceIndex places;
    KernelNames kernels;
    Arena arena;
    const char *at;   // up to here the text has been copied or skipped
    Launch *launches; // by callee, ascending
    uint32_t launch_count, launch_room;
    uint32_t depth;
    bool is_relocatable;
    Text *out;
    Diagnostics *diagnostics;
} Rewriter;

static const char *start_of(const Rewriter *rewriter, uint32_t index)
{
    return rewriter->scan.tokens[index].text;
}

static void copy_to(Rewriter *rewriter, const char *end)
{
    if (end > rewriter->at) {
        text_add(rewriter->out, rewriter->at, (size_t)(end - rewriter->at));
        rewriter->at = end;
    }
}

static void put_spaces(Rewriter *rewriter, size_t count)
{
    text_printf(rewriter->out, "%*s", (int)count, "");
}

// Continues at this place of the text: on its line, in its column, after what was inserted.
static void resume(Rewriter *rewriter, const char *at)
{
    const PlaceLine *line = place_line(&rewriter->places, at);
    text_printf(rewriter->out, "\n# %u", (unsigned)line->line);
    if (line->file != NULL) {
        text_printf(rewriter->out, " \"%.*s\"%s", (int)place_literal_size(line->file), line->file,
                    line->is_system ? " 3" : "");
    }
    text_put(rewriter->out, "\n");
    put_spaces(rewriter, (size_t)(at - line->start));
    rewriter->at = at;
}

// Leaves the text up to `end` out, but for its line breaks and line markers; in its last line are
// spaces instead.
static void skip_to(Rewriter *rewriter, const char *end)
{
    while (rewriter->at < end) {
        const char *newline = memchr(rewriter->at, '\n', (size_t)(end - rewriter->at));
        if (newline == NULL) {
            put_spaces(rewriter, (size_t)(end - rewriter->at));
            break;
        }
        text_put(rewriter->out, "\n");
        rewriter->at = newline + 1;
        const char *mark = rewriter->at;
        const char *line_end = strchr(mark, '\n');
        if (place_is_marker(mark) && line_end != NULL && line_end < end) {
            copy_to(rewriter, line_end);
        }
    }
    rewriter->at = end > rewriter->at ? end : rewriter->at;
}

static void report(Rewriter *rewriter, uint32_t index, const char *message)
{
    Diagnostics *diagnostics = rewriter->diagnostics;
    SourcePosition position =
        place_of(&rewriter->places, start_of(rewriter, index), &diagnostics->arena);
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, position, NULL, "%s", message);
    if (diagnostics->count > 0) {
        const char *line = place_line(&rewriter->places, start_of(rewriter, index))->start;
        diagnostics->items[diagnostics->count - 1].source_line =
            arena_text(&diagnostics->arena, line, strcspn(line, "\n"));
    }
}

static int compare_launches(const void *a, const void *b)
{
    const Launch *x = a, *y = b;
    return (x->callee > y->callee) - (x->callee < y->callee);
}

static void find_launches(Rewriter *rewriter)
{
    const Scan *scan = &rewriter->scan;
    for (uint32_t i = 1; i + 2 < scan->count; i++) {
        Launch launch;
        if (!launch_is_here(scan, i)) {
            continue;
        }
        if (!launch_read(scan, i, &launch)) {
            report(rewriter, i, "a launch has the form kernel<<<grid, block>>>(arguments)");
        } else {
            rewriter->launches =
                arena_room(&rewriter->arena, rewriter->launches, rewriter->launch_count,
                           &rewriter->launch_room, sizeof(Launch));
            rewriter->launches[rewriter->launch_count++] = launch;
        }
        i += 2;
    }
    if (rewriter->launch_count > 0) {
        qsort(rewriter->launches, rewriter->launch_count, sizeof(Launch), compare_launches);
    }
}

static const Launch *launch_at(const Rewriter *rewriter, uint32_t callee)
{
    Launch key = {.callee = callee};
    return rewriter->launch_count == 0 ? NULL
                                       : bsearch(&key, rewriter->launches, rewriter->launch_count,
                                                 sizeof key, compare_launches);
}

// What stands for a qualifier of CUDA's in host code; NULL for those that are left out. Kernels
// change managed variables, so that the host's compiler must not take them for constants.
static const char *host_attribute(Word word)
{
    return word == WORD_NOINLINE  ? "__attribute__((__noinline__))"
           : word == WORD_MANAGED ? "__attribute__((__used__))"
                                  : NULL;
}

// Leaves out a qualifier of CUDA's that stands here, with its arguments. The token behind it.
static uint32_t drop_qualifier(Rewriter *rewriter, uint32_t at)
{
    const Scan *scan = &rewriter->scan;
    Word word = scan_word(&rewriter->scan, at);
    bool is_listed = scan_word(&rewriter->scan, at - 1) == WORD_OPEN ||
                     scan_word(&rewriter->scan, at - 1) == WORD_COMMA;
    if (word == WORD_NOINLINE && is_listed) {
        return at + 1; // a name in an attribute
    }
    copy_to(rewriter, start_of(rewriter, at));
    const char *attribute = host_attribute(word);
    if (attribute != NULL) {
        text_put(rewriter->out, attribute);
    }
    uint32_t last = at;
    if (word_kind(word) == WORD_CALL && scan_word(&rewriter->scan, at + 1) == WORD_OPEN &&
        scan->tokens[at + 1].match > at) {
        last = scan->tokens[at + 1].match;
    }
    skip_to(rewriter, scan_end(&rewriter->scan, last));
    if (attribute != NULL) {
        resume(rewriter, rewriter->at);
    }
    return last + 1;
}

// Copies tokens without qualifiers.
static void copy_plain(Rewriter *rewriter, uint32_t from, uint32_t end)
{
    while (from < end) {
        WordKind kind = word_kind(scan_word(&rewriter->scan, from));
        bool goes = kind == WORD_QUALIFIER || kind == WORD_CALL;
        from = goes ? drop_qualifier(rewriter, from) : from + 1;
    }
    copy_to(rewriter, scan_end(&rewriter->scan, end - 1));
}

// Copies a kernel's parameters, each with a name, and writes the list of their addresses.
static void copy_parameters(Rewriter *rewriter, uint32_t open, Text *addresses)
{
    uint32_t close = rewriter->scan.tokens[open].match, at = open + 1, index = 0;
    Parameter parameter;
    bool is_void = close == open + 2 && scan_word(&rewriter->scan, at) == WORD_VOID;
    copy_to(rewriter, scan_end(&rewriter->scan, open));
    while (!is_void && shape_parameter(&rewriter->scan, &at, close, &parameter)) {
        Text name = {0};
        if (parameter.name > 0) {
            const ScanToken *token = &rewriter->scan.tokens[parameter.name];
            text_add(&name, token->text, token->length);
        } else {
            text_printf(&name, "__lockstep_parameter_%u", index);
            copy_plain(rewriter, parameter.first, parameter.place);
            text_printf(rewriter->out, " %s", text_string(&name));
            resume(rewriter, rewriter->at);
        }
        if (parameter.end > parameter.first) {
            copy_plain(rewriter, parameter.first, parameter.end);
        }
        text_printf(addresses, "::__lockstepArgument<decltype(%s)>(%s)%s, ", text_string(&name),
                    text_string(&name), parameter.is_pack ? "..." : "");
        text_destroy(&name);
        index++;
    }
    copy_plain(rewriter, close, close + 1);
}

// A definition whose body is removed. Returns the token after it.
static uint32_t replace_body(Rewriter *rewriter, uint32_t start, const Function *function)
{
    copy_to(rewriter, start_of(rewriter, start));
    if (function->is_kernel) {
        Text addresses = {0};
        uint32_t close = rewriter->scan.tokens[function->parameters].match, global = start;
        while (scan_word(&rewriter->scan, global) != WORD_GLOBAL &&
               global + 1 < function->parameters) {
            global++;
        }
        if (global > start) {
            copy_plain(rewriter, start, global);
        }
        text_put(rewriter->out, " ");
        text_put(rewriter->out, kernel_attribute);
        resume(rewriter, rewriter->at);
        copy_plain(rewriter, global, function->parameters);
        copy_parameters(rewriter, function->parameters, &addresses);
        copy_plain(rewriter, close, function->body);
        text_printf(rewriter->out, " { ::__lockstepLaunchStub({%s(void *)0}); }",
                    text_string(&addresses));
        text_destroy(&addresses);
    } else {
        copy_plain(rewriter, start, function->body);
        text_put(rewriter->out, " { __builtin_trap(); }");
    }
    skip_to(rewriter, scan_end(&rewriter->scan, function->body_close));
    if (*rewriter->at != '\n') {
        resume(rewriter, rewriter->at);
    }
    return function->body_close + 1;
}

static void walk(Rewriter *rewriter, uint32_t from, uint32_t end, uint32_t callee);

// Rewrites tokens out of their order.
static void walk_part(Rewriter *rewriter, uint32_t from, uint32_t end, uint32_t callee)
{
    if (from < end) {
        resume(rewriter, start_of(rewriter, from));
        walk(rewriter, from, end, callee);
        copy_to(rewriter, scan_end(&rewriter->scan, end - 1));
    }
}

// A pack's expansion can be any number of arguments.
static void check_configuration(Rewriter *rewriter, const Launch *launch)
{
    uint32_t commas = 0;
    for (uint32_t at = launch->less + 3; at < launch->configuration_end; at++) {
        Word word = scan_word(&rewriter->scan, at);
        uint32_t behind = word == WORD_LESS ? skip_angles(&rewriter->scan, at) : 0;
        if (word == WORD_ELLIPSIS) {
            return;
        }
        commas += word == WORD_COMMA;
        at = behind > 0 && behind <= launch->configuration_end ? behind - 1
                                                               : scan_close(&rewriter->scan, at);
    }
    if (commas == 0) {
        report(rewriter, launch->configuration_end,
               "too few arguments in a launch's configuration: kernel<<<grid, block>>>");
    } else if (commas > 3) {
        report(rewriter, launch->configuration_end,
               "too many arguments in a launch's configuration: kernel<<<grid, block, shared "
               "bytes, stream>>>");
    }
}

static uint32_t write_launch(Rewriter *rewriter, const Launch *launch)
{
    check_configuration(rewriter, launch);
    copy_to(rewriter, start_of(rewriter, launch->callee));
    text_put(rewriter->out, "(::__cudaPushCallConfiguration(");
    walk_part(rewriter, launch->less + 3, launch->configuration_end, 0);
    text_put(rewriter->out, ") ? (void)0 : ");
    walk_part(rewriter, launch->callee, launch->less, launch->callee);
    walk_part(rewriter, launch->arguments, launch->end, 0);
    text_put(rewriter->out, ")");
    resume(rewriter, scan_end(&rewriter->scan, launch->end - 1));
    return launch->end;
}

static bool ends_declaration(const Rewriter *rewriter, uint32_t at)
{
    Word word = scan_word(&rewriter->scan, at), before = scan_word(&rewriter->scan, at - 1);
    return word == WORD_SEMICOLON || word == WORD_OPEN_BRACE || word == WORD_CLOSE_BRACE ||
           (word == WORD_COLON &&
            (before == WORD_PUBLIC || before == WORD_PRIVATE || before == WORD_PROTECTED));
}

// Whether a { opens a statement, and not a function, a class or a value.
static bool opens_statement(const Scan *scan, uint32_t at)
{
    const ScanToken *before = &scan->tokens[at - 1];
    if (before->match > 1 && scan_is(scan, at - 1, "]") && scan_is(scan, before->match + 1, "[")) {
        return opens_statement(scan, before->match); // [[likely]]
    }
    switch (scan_word(scan, at - 1)) {
    case WORD_SEMICOLON:
    case WORD_OPEN_BRACE:
    case WORD_CLOSE_BRACE:
    case WORD_COLON:
    case WORD_ELSE:
    case WORD_DO: return true;
    case WORD_CLOSE: {
        uint32_t word = before->match - 1;
        return word_kind(scan_word(scan, word)) == WORD_CONTROL ||
               scan_word(scan, word) == WORD_CONSTEXPR || scan_is(scan, word, "catch");
    }
    default: return scan_is(scan, at - 1, "try");
    }
}

// The ; of a `return;` in the tokens from..end of main() becomes ` 0;`, as nvcc has it: a host
// compiler refuses it. Moves *inner to the end of a function, class or value that main() holds.
static void write_return(Rewriter *rewriter, uint32_t at, uint32_t *inner)
{
    const Scan *scan = &rewriter->scan;
    if (at < *inner) {
        return;
    }
    if (scan_word(scan, at) == WORD_OPEN_BRACE && !opens_statement(scan, at)) {
        *inner = scan_close(scan, at);
    } else if (scan_word(scan, at) == WORD_RETURN && scan_word(scan, at + 1) == WORD_SEMICOLON) {
        copy_to(rewriter, scan_end(scan, at));
        text_put(rewriter->out, " 0");
    }
}

// The } of main() if its body begins at this token, or 0.
static uint32_t main_end(const Scan *scan, uint32_t at)
{
    uint32_t name = scan_word(scan, at - 1) == WORD_CLOSE ? scan->tokens[at - 1].match - 1 : 0;
    return name > 1 && scan_word(scan, at) == WORD_OPEN_BRACE && scan_is(scan, name, "main") &&
                   scan_is(scan, name - 1, "int")
               ? scan_close(scan, at)
               : 0;
}

// Copies the tokens from..end; `callee` is the launch whose callee they are.
static void walk(Rewriter *rewriter, uint32_t from, uint32_t end, uint32_t callee)
{
    bool is_start = true;
    uint32_t assign = 0, value_end = 0, body_end = 0, inner = 0;
    if (++rewriter->depth > DEPTH_MAX) {
        rewriter->depth--;
        return;
    }
    for (uint32_t at = from; at < end;) {
        Function function;
        const Launch *launch = at == callee ? NULL : launch_at(rewriter, at);
        WordKind kind = word_kind(scan_word(&rewriter->scan, at));
        if (is_start && shape_function(&rewriter->scan, at, &function)) {
            at = replace_body(rewriter, at, &function);
            continue;
        }
        if (is_start && shape_device_variable(&rewriter->scan, at)) {
            copy_to(rewriter, start_of(rewriter, at));
            text_put(rewriter->out,
                     rewriter->is_relocatable ? linked_shadow_storage : shadow_storage);
            resume(rewriter, rewriter->at);
        }
        if (is_start) {
            bool has_value = shape_device_value(&rewriter->scan, at, &assign, &value_end);
            assign = has_value ? assign : 0;
        }
        if (at == assign) {
            copy_to(rewriter, start_of(rewriter, at));
            skip_to(rewriter, start_of(rewriter, value_end));
            at = value_end;
        }
        is_start = ends_declaration(rewriter, at);
        if (at < body_end) {
            write_return(rewriter, at, &inner);
        } else {
            body_end = main_end(&rewriter->scan, at);
        }
        if (kernel_is_called(&rewriter->scan, &rewriter->places, &rewriter->kernels, at)) {
            report(rewriter, at, "a __global__ function call must be configured");
        }
        if (launch != NULL) {
            at = write_launch(rewriter, launch);
        } else if (kind == WORD_QUALIFIER || kind == WORD_CALL) {
            at = drop_qualifier(rewriter, at);
        } else {
            at++;
        }
    }
    rewriter->depth--;
}

bool rewrite_host(const char *text, size_t size_bytes, bool is_relocatable, Text *out,
                  bool *changes_meaning, Diagnostics *diagnostics)
{
    Rewriter rewriter = {
        .at = text, .is_relocatable = is_relocatable, .out = out, .diagnostics = diagnostics};
    rewriter.scan = scan_text(text, size_bytes, &rewriter.arena);
    rewriter.places = place_index(text, size_bytes, &rewriter.arena);
    rewriter.kernels = kernel_names(&rewriter.scan, &rewriter.places, &rewriter.arena);
    find_launches(&rewriter);
    walk(&rewriter, 1, rewriter.scan.count, 0);
    copy_to(&rewriter, text + size_bytes);
    *changes_meaning = meaning_changes(&rewriter.scan);
    arena_clear(&rewriter.arena);
    return diagnostics->error_count == 0;
}
