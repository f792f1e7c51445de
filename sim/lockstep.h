// SPDX-License-Identifier: Apache-2.0
// Lockstep's public interface: load PTX, launch kernels on a modeled GPU, read the report. A
// device is an object; several may live in one process. Nothing here prints, exits or reads files.
// One thread at a time may use a device. A launch runs on the requested number of host threads; its
// bytes and counts do not depend on that number.
#ifndef LOCKSTEP_LOCKSTEP_H
#define LOCKSTEP_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LockstepDevice LockstepDevice;
typedef struct LockstepModule LockstepModule;
typedef struct LockstepReport LockstepReport;

typedef enum LockstepStatus {
    LOCKSTEP_OK,
    LOCKSTEP_ERROR_INPUT,     // PTX, GPU file or arguments are wrong: see lockstep_messages
    LOCKSTEP_ERROR_NOT_FOUND, // no such kernel, variable or GPU
    LOCKSTEP_ERROR_MEMORY,    // the modeled GPU or the host is out of memory
    LOCKSTEP_ERROR_LAUNCH,    // the GPU cannot run this configuration (too many threads, ...)
    LOCKSTEP_ERROR_FAULT,     // the kernel stopped: out of bounds, deadlock, assertion, ...
    LOCKSTEP_ERROR_LIMIT      // the instruction limit was reached
} LockstepStatus;

typedef enum LockstepMode {
    LOCKSTEP_COUNTS, // counts what kernels do, as fast as the host can
    LOCKSTEP_CYCLES  // also models how long they take
} LockstepMode;

// What executes a launch without a clock; the results are the same.
typedef enum LockstepEngine {
    LOCKSTEP_ENGINE_AUTO,        // machine code of the host, once a launch has run long enough
    LOCKSTEP_ENGINE_INTERPRETER, // micro-ops one by one
    LOCKSTEP_ENGINE_NATIVE       // machine code from the start, where the host allows it
} LockstepEngine;

// A launch that is about to run; LockstepOptions.record decides what to record of it.
typedef struct LockstepUpcoming {
    uint32_t id;                          // from 0, in launch order
    const char *kernel;                   // its name in the PTX
    const struct MachineProgram *program; // its machine code, for the project's own tools
    uint32_t grid[3], block[3];
    uint64_t recorded_steps; // of all launches so far
} LockstepUpcoming;

#define LOCKSTEP_ALL UINT32_MAX

// What is recorded of a launch, step by step.
typedef struct LockstepWatch {
    uint64_t first_block, block_count; // indices of blocks, x fastest
    uint32_t sm;                       // only blocks on this SM; or LOCKSTEP_ALL
    uint32_t warp;                     // only this warp of each block; or LOCKSTEP_ALL
    uint32_t spread_blocks;            // not 0: of the chosen blocks so many, from the first to the
                                       // last one, and of their warps whole ones that differ
    uint32_t max_steps;                // of all warps together; later ones are counted, not kept
    bool wants_values;                 // also record registers, predicates and shared memory
} LockstepWatch;

typedef struct LockstepOptions {
    const char *gpu;           // preset name; NULL: "h200"
    const char *gpu_text;      // text of a .gpu file instead of a preset; or NULL
    const char *gpu_file_name; // for messages about gpu_text
    uint32_t threads;          // host threads; 0: all cores
    uint64_t max_instructions; // warp instructions of one launch; 0: no limit
    uint64_t endless_after;    // a launch is taken for endless if a block has executed so many warp
                               // instructions, or (LOCKSTEP_CYCLES) no block has ended for so many
                               // cycles; 0: never
    LockstepMode mode;
    LockstepEngine engine;
    bool is_sampled; // with LOCKSTEP_CYCLES: where blocks of a large grid end at a steady rate,
                     // some are not timed; LaunchTime says so
    uint64_t clock_limit; // with LOCKSTEP_CYCLES: warp instructions and sectors of L2 of a launch
                          // after which its clock stops; LaunchTime says so. 0: it goes on
    bool has_free_banks;  // with LOCKSTEP_CYCLES: loads and stores of shared memory take the time
                          // that they would without bank conflicts; counts stay what they are
    uint32_t max_blocks_per_sm; // resident blocks of an SM, where the GPU allows more; 0: no limit
    uint32_t checkers; // bits of Checker (sim/check/check.h): what launches are checked for
    bool has_fill; // fresh memory and shared memory is filled with `fill`; else with a nonzero byte
    uint8_t fill;
    bool is_zeroed;          // without a fill: fresh memory and shared memory hold zeros
    bool goes_beyond;        // accesses outside every allocation go on, as an error, if they
                             // stay in a page of the GPU's memory; else they stop the kernel
    bool is_contraction_off; // do not fuse unmarked float multiply and add
    bool is_l1_passed;       // global loads without a cache operator are not kept in L1
    uint32_t max_registers;  // of a thread, in kernels without launch bounds; 0: no limit
    // Called now and then during a launch, with the finished blocks and all blocks; may be NULL.
    void (*progress)(void *context, uint64_t blocks_done, uint64_t blocks);
    void *progress_context;
    // Called now and then, on any thread. After it returns true, the running launch soon ends with
    // LOCKSTEP_ERROR_LIMIT, and so do later ones. May be NULL.
    bool (*is_interrupted)(void);
    // Returns whether to record this launch, and sets what to record in `watch`, which is passed
    // with zeros and LOCKSTEP_ALL. May be NULL: nothing is recorded.
    bool (*record)(void *context, const LockstepUpcoming *launch, LockstepWatch *watch);
    void *record_context;
    bool is_clock_of_recorded; // with LOCKSTEP_CYCLES: launches that are not recorded run without
                               // a clock, for callers that show only recordings
    bool runs_every_launch; // even one that does what an earlier launch did, whose results it would
                            // else take
    bool keeps_last_only;   // the report holds only the last launch, so that memory does not grow
                            // with the number of launches: for callers that need no report
    // Whether this address is host memory of the calling program; it makes the message of a kernel
    // that accesses the address more precise. May be NULL.
    bool (*is_host_memory)(uint64_t address);
} LockstepOptions;

// How L1 and shared memory divide the memory they share, on GPUs before Maxwell.
typedef enum LockstepPreference {
    LOCKSTEP_PREFER_NONE,
    LOCKSTEP_PREFER_SHARED,
    LOCKSTEP_PREFER_L1,
    LOCKSTEP_PREFER_EQUAL
} LockstepPreference;

typedef struct LockstepLaunch {
    const char *kernel;         // its name in the PTX
    uint32_t grid[3], block[3]; // 0 counts as 1
    uint32_t cluster[3];        // 0: as the kernel says, or none
    uint32_t dynamic_shared_bytes;
    const void *parameters; // the parameter block, laid out as the PTX declares it
    size_t parameter_bytes;
    bool is_cooperative;
    LockstepPreference preference;
    bool has_wide_banks; // on Kepler: banks of shared memory are 8 bytes wide, not 4
} LockstepLaunch;

// options NULL: all defaults. If the call fails, *device is still an object (NULL only if the host
// is out of memory): lockstep_messages works on it and it must be destroyed; all other calls on it
// fail.
LockstepStatus lockstep_device_create(const LockstepOptions *options, LockstepDevice **device);
void lockstep_device_destroy(LockstepDevice *device);

// Messages (errors, warnings) of the last call, as printable text in GCC's form; "" if none. Valid
// until the next call on this device.
const char *lockstep_messages(const LockstepDevice *device);

LockstepStatus lockstep_module_load(LockstepDevice *device, const char *ptx, size_t size_bytes,
                                    const char *file_name, LockstepModule **module);

// What a program provides to the modules that are linked into it.
typedef struct LockstepLink {
    void *context;
    // Returns the host memory of a managed variable (.attribute(.managed)), initialized. Kernels
    // use it at the same address, and it must outlive the module. If it returns NULL or there is
    // no function, the variable is in device memory. The function must not call the device.
    void *(*managed)(void *context, const char *name, uint64_t size_bytes);
} LockstepLink;

// Like lockstep_module_load, but an extern variable also gets the address of the visible variable
// with its name in an earlier module. link may be NULL: no managed memory.
LockstepStatus lockstep_module_link(LockstepDevice *device, const char *ptx, size_t size_bytes,
                                    const char *file_name, const LockstepLink *link,
                                    LockstepModule **module);
void lockstep_module_unload(LockstepDevice *device, LockstepModule *module);

LockstepStatus lockstep_malloc(LockstepDevice *device, uint64_t size_bytes, const char *name,
                               uint64_t *address);
// Lets kernels access size_bytes of host memory at its host address: managed, pinned and registered
// memory under unified addressing. The caller still owns the bytes, which must live until
// lockstep_free or the device's end. ERROR_MEMORY if the address is already in use.
LockstepStatus lockstep_map(LockstepDevice *device, void *bytes, uint64_t size_bytes,
                            const char *name);
// The same for memory that stays with the host, pinned and registered: with a clock, kernels reach
// it over the link, at the rate of copies of pinned memory.
LockstepStatus lockstep_map_remote(LockstepDevice *device, void *bytes, uint64_t size_bytes,
                                   const char *name);
// Says that a copy of such bytes is on the GPU, or is not: with a clock, the first launch that
// touches them waits until they are. So it is not at first; memory that lockstep_map has not got is
// ignored.
void lockstep_migrate(LockstepDevice *device, void *bytes, uint64_t size_bytes, bool is_on_gpu);
LockstepStatus lockstep_free(LockstepDevice *device, uint64_t address);
LockstepStatus lockstep_write(LockstepDevice *device, uint64_t address, const void *from,
                              uint64_t size_bytes);
LockstepStatus lockstep_read(LockstepDevice *device, uint64_t address, void *to,
                             uint64_t size_bytes);
// Address and size of a .global or .const variable.
LockstepStatus lockstep_symbol(LockstepDevice *device, LockstepModule *module, const char *name,
                               uint64_t *address, uint64_t *size_bytes);

typedef enum LockstepTextureShape {
    LOCKSTEP_TEXTURE_BUFFER, // a row of plain memory, read with integer coordinates (tex1Dfetch)
    LOCKSTEP_TEXTURE_1D,
    LOCKSTEP_TEXTURE_2D,
    LOCKSTEP_TEXTURE_3D,
    LOCKSTEP_TEXTURE_1D_LAYERED,
    LOCKSTEP_TEXTURE_2D_LAYERED,
    LOCKSTEP_TEXTURE_CUBE // six square faces: +x -x +y -y +z -z
} LockstepTextureShape;

typedef enum LockstepChannel {
    LOCKSTEP_CHANNEL_U8,
    LOCKSTEP_CHANNEL_S8,
    LOCKSTEP_CHANNEL_U16,
    LOCKSTEP_CHANNEL_S16,
    LOCKSTEP_CHANNEL_U32,
    LOCKSTEP_CHANNEL_S32,
    LOCKSTEP_CHANNEL_F16,
    LOCKSTEP_CHANNEL_F32
} LockstepChannel;

// In the order of cudaTextureAddressMode.
typedef enum LockstepAddressMode {
    LOCKSTEP_ADDRESS_WRAP, // wrap and mirror act as clamp without normalized coordinates
    LOCKSTEP_ADDRESS_CLAMP,
    LOCKSTEP_ADDRESS_MIRROR,
    LOCKSTEP_ADDRESS_BORDER
} LockstepAddressMode;

// A texture or a surface in device memory. Texels are stored row by row, slice by slice (layer by
// layer, face by face), in arrays too: only the cache can see the order in which hardware stores an
// array, and the cache model knows it. Arrays are filled with lockstep_write, like other memory.
typedef struct LockstepTexture {
    LockstepTextureShape shape;
    LockstepChannel channel;
    uint32_t channels;             // 1, 2 or 4
    uint64_t address;              // of the first texel; a multiple of a texel's size
    uint32_t width, height, depth; // texels; depth: slices or layers; 0 if the shape has none
    uint64_t pitch_bytes;          // from row to row; 0: rows without a gap
    bool is_surface;               // for suld, sust and suq, not for tex
    bool is_linear_memory;         // 2D: rows of plain memory, not an array
    bool is_linear_filter;
    bool is_normalized_coordinates; // [0, 1) spans the texture
    bool is_normalized_float;       // 8- and 16-bit integers read as [0, 1] or [-1, 1]
    bool is_srgb;                   // unsigned bytes so read are decoded, but for the 4th channel
    LockstepAddressMode address_mode[3];
    float border[4];
    uint32_t levels;       // of a mipmap, see lockstep_texture_level_offset; 0 or 1: none
    bool is_linear_levels; // blends two levels, else reads the nearest one
    float level_bias;      // added to the level of detail
    float level_min, level_max;
} LockstepTexture;

// Bytes from the first texel of level 0 to where a level of a mipmap starts. Its rows have no gaps,
// and each extent is half of the level's before, but never 0. The level after the last one: the
// size of all.
uint64_t lockstep_texture_level_offset(const LockstepTexture *texture, uint32_t level);

// A texture or surface object. *handle is the 64-bit value that kernels take as cudaTextureObject_t
// or cudaSurfaceObject_t; never 0. GPUs before cc 3.0 had texture references only; objects are
// allowed there as well, so that one program runs on all generations, and behave like references.
// Refused with ERROR_INPUT when the description contradicts itself or leaves its allocation, with
// ERROR_LAUNCH when the GPU lacks such textures.
LockstepStatus lockstep_texture_create(LockstepDevice *device, const LockstepTexture *texture,
                                       uint64_t *handle);
LockstepStatus lockstep_texture_destroy(LockstepDevice *device, uint64_t handle);
// Binds a .texref, .surfref or .samplerref variable of the module and replaces its earlier binding.
// For a sampler, only filter, address modes, border and normalized coordinates (false:
// force_unnormalized_coords) are read.
LockstepStatus lockstep_texture_bind(LockstepDevice *device, LockstepModule *module,
                                     const char *name, const LockstepTexture *texture);

// Runs the kernel to its end. Every launch whose kernel exists is in the device's report, including
// refused and faulted ones. A launch is not refused for the PTX's .target: PTX for sm_90 runs on a
// G80 as long as it uses nothing that G80 lacks.
//
// Cycles, bytes in memory, counts, output, and the fault that ends a launch do not depend on the
// number of host threads. For this, atomics and volatile, acquire and release accesses to global
// memory are made block by block, in the order of the blocks' indices; a block that waits for
// another one lets the blocks after it go first (sim/device/turns.h). The exception are blocks of
// one launch that make plain accesses to the same bytes, one of them a store: CUDA leaves their
// outcome open too.
//
// With LOCKSTEP_CYCLES, the accesses named above are made in the order of modeled cycles instead of
// blocks, and plain stores are visible at once.
//
// After a fault the device can still be used, and memory keeps what was written: all stores of the
// blocks before the faulting one, those of the faulting one up to the fault, and, with more than
// one thread, possibly plain stores of later blocks. The counts then cover everything that ran.
LockstepStatus lockstep_launch(LockstepDevice *device, LockstepModule *module,
                               const LockstepLaunch *launch);

// What kernels printed since the last call, in block order; owned by the device until the next
// call.
const char *lockstep_output(LockstepDevice *device, size_t *size_bytes);

// The report of all launches so far; owned by the device and valid until the next launch.
const LockstepReport *lockstep_report(LockstepDevice *device);

#ifdef __cplusplus
}
#endif
#endif
