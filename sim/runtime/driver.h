// SPDX-License-Identifier: Apache-2.0
// The CUDA Driver API over the runtime's own functions: each call is that of the runtime with the
// same effect, behind a check that the driver is initialized and the thread has a context. A
// context is a device: several of one device share its memory.
#ifndef LOCKSTEP_RUNTIME_DRIVER_H
#define LOCKSTEP_RUNTIME_DRIVER_H

#include "sim/runtime/include/cuda.h"
#include "sim/runtime/operation.h"
#include "sim/runtime/state.h"

struct CUctx_st {
    struct CUctx_st *next;
    uint64_t id;
    uint32_t device;
    unsigned flags;
    uint32_t retained; // of a primary context
    uint32_t attached; // cuCtxAttach
    bool is_primary;
};

// Begins a call, and driver_end is due; or false, and the call must return driver_refusal().
bool driver_begin(bool needs_context);
CUresult driver_refusal(void);
// Ends it with the code of the runtime's error. That error is not the thread's last error.
CUresult driver_end(cudaError_t error);

#define DRIVER_CALL(needs_context, call)                                                           \
    (driver_begin(needs_context) ? driver_end(call) : driver_refusal())

void driver_stop(Runtime *runtime);

static inline void *driver_pointer(CUdeviceptr address)
{
    return (void *)(uintptr_t)address;
}

// driver_context.c

// Makes this the thread's device, if there is such a one; returns the one before.
uint32_t driver_turn(CUdevice device);
#define DRIVER_INVALID_CONTEXT cudaErrorDeviceUninitialized // as CUDA_ERROR_INVALID_CONTEXT

// The number of a context's device; -1: there is no such context. NULL is the current one.
int driver_context_device(CUcontext context);
// The context of work on a device: the current one, or the device's primary one.
CUcontext driver_context_of(Runtime *runtime, uint32_t device);

// driver_copy.c

// One end of a copy, as the structures of the API describe it.
typedef struct DriverEnd {
    CUmemorytype type;
    const void *host;
    CUdeviceptr address;
    CUarray array;
    size_t x_bytes, y, z, pitch, height;
} DriverEnd;

typedef struct DriverCopy {
    DriverEnd from, to;
    size_t width_bytes, height, depth;
} DriverCopy;

DriverCopy driver_copy(const CUDA_MEMCPY3D *from);
cudaError_t driver_copy_box(Runtime *runtime, const DriverCopy *copy, CopyBox *box);

// driver_array.c

// The channels of an array; false: the runtime has no such format, or no such number of channels.
bool driver_channels(CUarray_format format, unsigned count, struct cudaChannelFormatDesc *channels);
CUarray_format driver_format(const struct cudaChannelFormatDesc *channels, unsigned *count);

// driver_texture.c

// The runtime's form of a resource, and the channels that it has.
cudaError_t driver_resource(const CUDA_RESOURCE_DESC *from, struct cudaResourceDesc *to,
                            struct cudaChannelFormatDesc *channels);
// The runtime's form of how such channels are read.
struct cudaTextureDesc driver_sampling(const CUDA_TEXTURE_DESC *from,
                                       const struct cudaChannelFormatDesc *channels);

// driver_reference.c, driver_surface.c

// The name of the module's reference of this type, as the PTX has it; NULL: there is none.
const char *driver_reference(const struct CUmod_st *module, PtxType type, const char *name);
// Forgets the references of a module, or (NULL) of all.
void driver_references_forget(Runtime *runtime, const LockstepModule *module);
void driver_surfaces_forget(Runtime *runtime, const LockstepModule *module);

// driver_older.c

typedef void DriverFunction(void); // any of the API's

// The form of a function in a version of CUDA (CUDA_VERSION), if that is not the function of its
// name; else NULL.
DriverFunction *driver_function_before(const char *name, int version);

// driver_launch.c

// Launches by arguments or, with `extra`, by a buffer of them.
cudaError_t driver_launch(CUfunction function, const cudaLaunchConfig_t *configuration,
                          void **arguments, void **extra);
// The arguments in a buffer; the array is to be freed, after an error as well.
cudaError_t driver_unpack(CUfunction function, CUstream stream, void **extra, void ***arguments);
// The runtime's form of a configuration; its attributes are to be freed, after an error as well.
cudaError_t driver_configuration(const CUlaunchConfig *from, cudaLaunchConfig_t *to);

// driver_function.c
cudaError_t driver_function_attribute(int *value, CUfunction_attribute attribute,
                                      CUfunction function);

// driver_legacy.c
void driver_legacy_stop(Runtime *runtime);

// driver_image.c

typedef struct DriverImage {
    const char *ptx;
    size_t size_bytes;
} DriverImage;

// The PTX that an image is or holds. Says of one that has none what it is.
cudaError_t driver_image_find(Runtime *runtime, const char *name, const void *image,
                              DriverImage *found);
// A file's bytes, zero-terminated and the caller's; NULL: the file cannot be read.
char *driver_read_text(const char *path);

// The buffer of CU_JIT_ERROR_LOG_BUFFER and the option value that tells its size, both or neither.
typedef struct DriverLog {
    char *buffer;
    void **size;
} DriverLog;

// Finds the log of errors among the options; empties it and that of notes.
DriverLog driver_log_of(unsigned count, const CUjit_option *options, void **values);
// Copies the text as far as it fits, and sets the option's value to the bytes written.
void driver_log_put(DriverLog log, const char *text);

// driver_module.c

struct CUmod_st {
    struct CUmod_st *next;
    LockstepModule *module;
    uint32_t device;
    bool is_of_library;
};

cudaError_t driver_module_load(Runtime *runtime, CUmodule *handle, const char *name,
                               const void *image);
// Where the module hangs in the list of all; *link is NULL when there is no such module.
struct CUmod_st **driver_module_link(Runtime *runtime, CUmodule module);
void driver_module_unload(Runtime *runtime, CUmodule module);
// The module that has the function; NULL: there is none, or it is of the program's own text.
CUmodule driver_module_of(Runtime *runtime, const RuntimeFunction *function);
// The next kernel from *index on, which is moved past it; false at the end.
bool driver_kernel_next(CUmodule module, uint32_t *index, const PtxFunction **kernel);
uint32_t driver_kernel_count(CUmodule module);
// The function by which the runtime knows a kernel: by the pointer, or (NULL) by its own address.
RuntimeFunction *driver_function_add(Runtime *runtime, CUmodule module, const PtxFunction *kernel,
                                     const void *pointer);
cudaError_t driver_global(Runtime *runtime, CUmodule module, const char *name, CUdeviceptr *address,
                          size_t *bytes);
void driver_modules_stop(Runtime *runtime);

// driver_library.c, driver_link.c
void driver_libraries_stop(Runtime *runtime);
void driver_links_stop(Runtime *runtime);

#endif
