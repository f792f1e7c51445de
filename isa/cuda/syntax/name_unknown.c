// SPDX-License-Identifier: Apache-2.0
// The message about an undeclared name.
#include "isa/cuda/syntax/name.h"

#include "isa/base/nearest.h"
#include "isa/cuda/syntax/express_text.h"

#include <string.h>

// Names that the host's headers declare and device code may use: NULL if it is none of them.
static const char *host_name_problem(const char *name)
{
    static const struct {
        const char *name, *problem;
    } rows[] = {
#define HOST_FUNCTION(name) {#name, "is a host function and cannot be called from device code"},
#define HOST_OBJECT(name)   {#name, "is only available on the host"},
#define HOST_VARIADIC(name) {#name, "needs variadic functions, not supported in device code"},
#define COROUTINE(name)     {#name, "needs coroutines, not supported in device code"},
#include "isa/cuda/syntax/host_name.def"
#undef COROUTINE
#undef HOST_FUNCTION
#undef HOST_OBJECT
#undef HOST_VARIADIC
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return rows[i].problem;
        }
    }
    bool is_runtime = strncmp(name, "cuda", 4) == 0 && name[4] >= 'A' && name[4] <= 'Z';
    bool is_driver = strncmp(name, "cu", 2) == 0 && name[2] >= 'A' && name[2] <= 'Z';
    return is_runtime  ? "belongs to the CUDA runtime API, which device code cannot use"
           : is_driver ? "belongs to the CUDA driver API, which device code cannot use"
                       : NULL;
}

bool name_report_host(Front *front, const char *name, SourceLocation location)
{
    const char *problem = host_name_problem(name);
    if (problem != NULL) {
        front_error(front, location, "'%s' %s", name, problem);
    }
    return problem != NULL;
}

// Libraries that device code may know from nvcc and that Lockstep does not have.
static bool is_missing_library(const char *name)
{
    static const char *const libraries[] = {"thrust", "cub",  "cuda",    "nvcuda", "wmma",
                                            "nvtx3",  "cute", "cutlass", "boost",  "Eigen"};
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
        if (strcmp(libraries[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_called(const Scope *scope, const char *name)
{
    return scope->name != NULL && strcmp(scope->name, name) == 0;
}

static bool has_same_letters(const char *a, const char *b)
{
    int counts[256] = {0};
    for (; *a != 0 && *b != 0; a++, b++) {
        counts[(unsigned char)*a]++;
        counts[(unsigned char)*b]--;
    }
    bool is_same = *a == *b;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        is_same = is_same && counts[i] == 0;
    }
    return is_same;
}

// Of std the host has more names than the device: std::map is not meant to be std::max.
static bool is_meant(const Scope *in, const char *name, const char *similar)
{
    return !is_called(in, "std") || has_same_letters(name, similar) ||
           (strlen(name) > 5 && edit_distance(name, similar) == 1);
}

// A name that is similar to the unknown one, if its scope has any.
static bool report_similar(Front *front, const Scope *in, const Token *token)
{
    const char *name = token->text;
    const char *similar = in->host_reason != NULL ? NULL : express_similar_in(in, name);
    if (similar == NULL || !is_meant(in, name, similar)) {
        return false;
    }
    bool is_named = in != front->global && in->name != NULL;
    front_error(front, token->location, "'%s' is not declared%s%s%s; did you mean '%s'?", name,
                is_named ? " in '" : "", is_named ? in->name : "", is_named ? "'" : "", similar);
    return true;
}

void name_report_unknown(Front *front, const NameReference *name, const Token *token)
{
    const Scope *in = name->qualifier;
    if (in != NULL && report_similar(front, in, token)) {
        return;
    }
    if (in != NULL && is_called(in, "std")) {
        front_error(front, token->location,
                    "'std::%s' is host code: kernels have no C++ standard library", token->text);
        return;
    }
    if (in == NULL && is_missing_library(token->text)) {
        front_error(
            front, token->location,
            "'%s' is not supported in device code: this compiler does not have that library",
            token->text);
        return;
    }
    if (in == NULL && strncmp(token->text, "curand", 6) == 0) {
        front_error(front, token->location,
                    "'%s' is unknown: it is declared in <curand_kernel.h>, if Lockstep has it",
                    token->text);
        return;
    }
    if (in == NULL && name_report_host(front, token->text, token->location)) {
        return;
    }
    if (in == NULL) {
        const char *similar = express_similar_name(front, token->text);
        front_error(front, token->location, "'%s' is not declared%s%s%s", token->text,
                    similar == NULL ? "" : "; did you mean '", similar == NULL ? "" : similar,
                    similar == NULL ? "" : "'?");
        return;
    }
    if (in->host_reason != NULL) {
        front_error(front, token->location, "'%s' is host code: %s", in->name, in->host_reason);
    } else if (is_called(in, "cooperative_groups") || is_called(in, "cuda")) {
        front_error(front, token->location,
                    "'%s' is not declared in '%s', which this compiler supports only in part",
                    token->text, in->name);
    } else if (in != front->global && in->name != NULL) {
        front_error(front, token->location, "'%s' is not declared in '%s'", token->text, in->name);
    } else {
        front_error(front, token->location, "'%s' is not declared", token->text);
    }
}
