// SPDX-License-Identifier: Apache-2.0
// What is said about a name that nobody declared.
#include "isa/cuda/syntax/declare.h"
#include "isa/cuda/syntax/express.h"

#include <string.h>

// Libraries that device code may know from nvcc and that are not here.
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

void name_report_unknown(Front *front, const NameReference *name, const Token *token)
{
    const Scope *in = name->qualifier;
    if (in != NULL && in->name != NULL && strcmp(in->name, "std") == 0) {
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
                    "'%s' is not supported in device code: this compiler does not have cuRAND "
                    "(curand_kernel.h)",
                    token->text);
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
    } else if (in != front->global && in->name != NULL) {
        front_error(front, token->location, "'%s' is not declared in '%s'", token->text, in->name);
    } else {
        front_error(front, token->location, "'%s' is not declared", token->text);
    }
}
