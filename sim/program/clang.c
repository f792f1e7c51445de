// SPDX-License-Identifier: Apache-2.0
#include "sim/program/clang.h"

#include "isa/cuda/cuda.h"
#include "sim/program/file.h"
#include "sim/program/file_names.h"
#include "sim/program/folder.h"
#include "sim/program/header.h"
#include "sim/program/library.h"
#include "sim/runtime/register.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// Clang 14 and 16 leave the count of a 64-bit rotation unmasked and read narrow bit-fields without
// their sign (tests/corpus: wide_arithmetic, narrow_types); 19 is right.
enum { OLDEST_VERSION = 19 };

// The architectures that clang 19 knows. PTX of the newest runs on GPUs after it, too.
enum { OLDEST_CAPABILITY = 30, NEWEST_CAPABILITY = 90 };

// The major version; 0 when it does not say.
static uint32_t version_of(Build *build)
{
    Command command = {.arena = build->arena, .is_silent = true};
    const char *output = arena_printf(build->arena, "%s/clang.version", build->workspace);
    size_t size_bytes;
    command_add(&command, build->clang);
    command_add(&command, "-dumpversion");
    const char *text = build_run(build, &command, output) == 0
                           ? file_text(output, &size_bytes, build->arena)
                           : NULL;
    unlink(output);
    return text == NULL ? 0 : (uint32_t)strtoul(text, NULL, 10);
}

static uint32_t capability_of(const Build *build)
{
    uint32_t wanted = build->options->compute_capability;
    return wanted == 0 || wanted > NEWEST_CAPABILITY ? NEWEST_CAPABILITY : wanted;
}

// sm_90a, which wgmma requires; clang 19 has no other of its kind. PTX for it runs on GPUs of that
// capability alone, so later ones get sm_90.
static bool is_specific(const Build *build)
{
    return build->options->feature == 'a' &&
           build->options->compute_capability == NEWEST_CAPABILITY;
}

// Launches as in CUDA from 9.2 on, and kernel names as GCC makes them, because its objects may be
// linked with these. A shuffle may pass on values that other lanes never set; clang must not assume
// that it does not.
static void add_language(const Build *build, Command *command)
{
    static const char *const fixed[] = {"-x",         "cuda",
                                        "-nocudainc", "-nocudalib",
                                        "-w",         "-fclang-abi-compat=17",
                                        "-Xclang",    "-target-sdk-version=11.0",
                                        "-Xclang",    "-no-enable-noundef-analysis"};
    command_add(command, build->clang);
    command_add_all(command, fixed, sizeof fixed / sizeof *fixed);
    command_add(command, arena_printf(build->arena, "--cuda-gpu-arch=sm_%u%s", capability_of(build),
                                      is_specific(build) ? "a" : ""));
}

// The system's libcu++ before the few of its headers that Lockstep has; a checkout's, along -I,
// comes before both.
static void add_library(const Build *build, Command *command)
{
    const char *folder = arena_printf(build->arena, "%s/libcu++", build->headers);
    mkdir(folder, 0700);
    if (access("/usr/include/cuda/std/type_traits", R_OK) == 0 &&
        (symlink("/usr/include/cuda", arena_printf(build->arena, "%s/cuda", folder)) == 0 ||
         errno == EEXIST)) {
        command_add(command, "-isystem");
        command_add(command, folder);
    }
}

static void add_headers(const Build *build, Command *command, const BuildUnit *unit)
{
    if (unit->host == HOST_CLANG) {
        add_library(build, command);
    }
    command_add(command, "-isystem");
    command_add(command, arena_printf(build->arena, "%s/lockstep/clang", build->headers));
    command_add(command, "-isystem");
    command_add(command, build->headers);
    command_add(command, "-include");
    command_add(command, "lockstep/clang/prelude.h");
}

static void add_relaxed(Command *command, uint8_t relaxed)
{
    if ((relaxed & CUDA_FLUSH) != 0) {
        command_add(command, "-fgpu-flush-denormals-to-zero");
        command_add(command, "-D__LOCKSTEP_FLUSH__=1");
    }
    if ((relaxed & CUDA_FAST_DIVIDE) != 0) {
        command_add(command, "-mllvm");
        command_add(command, (relaxed & CUDA_FAST_FUNCTIONS) != 0 ? "-nvptx-prec-divf32=0"
                                                                  : "-nvptx-prec-divf32=1");
    }
    if ((relaxed & CUDA_FAST_ROOT) != 0) {
        command_add(command, "-mllvm");
        command_add(command, "-nvptx-prec-sqrtf32=0");
    }
    if ((relaxed & CUDA_FAST_FUNCTIONS) != 0) {
        command_add(command, "-D__USE_FAST_MATH__=1");
    }
}

// Clang 19's SLP vectorizer joins 16 loads of bytes, and its back end then forgets their alignment
// (tests/corpus: thrust_histogram). In the small code model, its optimizer makes tables of pointers
// relative to themselves, which its back end refuses (loops_exits).
static void add_device(const Build *build, Command *command)
{
    static const char *const fixed[] = {"--cuda-device-only",
                                        "-S",
                                        "-O3",
                                        "-fno-slp-vectorize", // which a later -O3 would undo
                                        "-mcmodel=large",
                                        "-gline-tables-only",
                                        "-Xclang",
                                        "-target-feature",
                                        "-Xclang",
                                        "+ptx80"};
    command_add_all(command, fixed, sizeof fixed / sizeof *fixed);
    command_add(command,
                build->options->is_contraction_off ? "-ffp-contract=off" : "-ffp-contract=fast");
    if (build->options->is_relocatable) {
        command_add(command, "-fgpu-rdc");
    }
    add_relaxed(command, build->options->relaxed);
}

// Host code that clang compiles knows lambdas by the names that its device code has.
static bool add_source(Build *build, Command *command, const BuildUnit *unit)
{
    if (unit->host != HOST_CLANG) {
        return build_add_source(build, command, unit);
    }
    command_add(command, unit->path);
    return true;
}

static bool compile(Build *build, BuildUnit *unit, bool is_silent)
{
    Command command = {.arena = build->arena, .is_silent = is_silent};
    const char *output = arena_printf(build->arena, "%s/clang.ptx", build->workspace);
    const char *list = arena_printf(build->arena, "%s/clang.d", build->workspace);
    add_language(build, &command);
    add_device(build, &command);
    add_headers(build, &command, unit);
    command_add(&command, arena_printf(build->arena, "-fdebug-compilation-dir=%s",
                                       folder_here(build->arena)));
    build_add_options(build, &command, LANGUAGE_CUDA);
    build_add_dependencies(&command, list);
    if (!add_source(build, &command, unit)) {
        return false;
    }
    command_add(&command, "-o");
    command_add(&command, output);
    int code = build_run(build, &command, NULL);
    if (code != 0) {
        return is_silent ? false : build_refused(build, build->clang, unit->path, code);
    }
    unit->ptx = file_text(output, &unit->ptx_bytes, build->arena);
    unit->holds_instances = true;
    build_read_dependencies(build, list);
    if (unit->ptx == NULL) {
        return build_error(build, "clang wrote no PTX for %s", unit->path);
    }
    FilePrefix start = build_prefix_of_start(build, unit);
    build_rename_files(build, unit, &start, 1);
    return true;
}

static bool refuse_version(Build *build, uint32_t version)
{
    return version == 0
               ? build_error(build, "--compiler clang: %s --version prints no version",
                             build->clang)
               : build_error(build,
                             "--compiler clang: %s is clang %u; clang %d or later is needed (some "
                             "older ones miscompile 64-bit rotations; CLANG names another)",
                             build->clang, version, OLDEST_VERSION);
}

bool clang_compile(Build *build, BuildUnit *unit, bool is_silent)
{
    if (capability_of(build) < OLDEST_CAPABILITY) {
        return !is_silent &&
               build_error(build,
                           "--compiler clang: for compute capability %u.%u there is the "
                           "built-in compiler alone; clang compiles from %d.%d on",
                           capability_of(build) / 10, capability_of(build) % 10,
                           OLDEST_CAPABILITY / 10, OLDEST_CAPABILITY % 10);
    }
    uint32_t version = version_of(build);
    if (version < OLDEST_VERSION) {
        return !is_silent && refuse_version(build, version);
    }
    if (build->headers == NULL) { // the host's half is in the cache
        build->headers = header_folder(build->workspace, build->arena);
    }
    return build->headers != NULL && header_add_device_library(build->headers, build->arena)
               ? compile(build, unit, is_silent)
               : build_error(build, "cannot write to %s", build->workspace);
}

bool clang_add_host(Build *build, Command *command, const BuildUnit *unit)
{
    const char *image = arena_printf(build->arena, "%s/clang.image", build->workspace);
    Text text = {0};
    text_printf(&text, REGISTER_MARK "%s", unit->name);
    bool is_good = header_add_device_library(build->headers, build->arena) &&
                   file_write(image, text.at, text.size_bytes + 1);
    text_destroy(&text);
    add_language(build, command);
    command_add(command, "--cuda-host-only");
    command_add(command, "-Xclang");
    command_add(command, "-fcuda-include-gpubinary");
    command_add(command, "-Xclang");
    command_add(command, image);
    add_headers(build, command, unit);
    return is_good || build_error(build, "cannot write to %s", build->workspace);
}
