// SPDX-License-Identifier: Apache-2.0
// The program's device code: units loaded as modules, and what host pointers mean in them.
#include "isa/base/demangle.h"
#include "isa/base/heap.h"
#include "sim/runtime/name.h"
#include "sim/runtime/state.h"

#include <stdlib.h>
#include <string.h>

// What a host pointer means: a name and, for local symbols, the source file it is local to.
typedef struct Meaning {
    const char *name;
    const char *file; // or NULL
} Meaning;

static bool meaning_of(const Runtime *runtime, const void *pointer, bool is_function,
                       Meaning *meaning)
{
    for (uint32_t i = 0; i < runtime->name_count; i++) {
        if (runtime->names[i].pointer == pointer) {
            *meaning = (Meaning){runtime->names[i].name, runtime->names[i].file};
            return true;
        }
    }
    for (uint32_t i = 0; i < runtime->object_count; i++) {
        const RuntimeObject *object = &runtime->objects[i];
        uint64_t address = (uint64_t)(uintptr_t)pointer - object->base;
        Symbol symbol;
        if (symbols_at(object->symbols, address, &symbol) && symbol.address == address &&
            symbol.is_function == is_function) {
            *meaning = (Meaning){.name = symbol.name, .file = symbol.file};
            return true;
        }
    }
    return false;
}

const void *function_around(Runtime *runtime, const void *address)
{
    for (uint32_t i = 0; i < runtime->object_count; i++) {
        const RuntimeObject *object = &runtime->objects[i];
        Symbol symbol;
        // A return address may be the first byte after a function that ends with its call.
        uint64_t offset = (uint64_t)(uintptr_t)address - object->base - 1;
        if (symbols_at(object->symbols, offset, &symbol) && symbol.is_function) {
            return (const void *)(uintptr_t)(object->base + symbol.address);
        }
    }
    return NULL;
}

// The host's variable of the name that the device's variable has.
static bool find_shadow(const SymbolFile *symbols, const char *name, Symbol *symbol)
{
    if (symbols_find(symbols, name, NULL, symbol)) {
        return true;
    }
    for (uint32_t index = 0; symbols_next(symbols, &index, symbol);) {
        if (!symbol->is_function && name_is_same(symbol->name, name)) {
            return true;
        }
    }
    return false;
}

// Host memory of a managed variable: the host's variable of its name.
static void *managed_memory(void *context, const char *name, uint64_t size_bytes)
{
    const Runtime *runtime = context;
    for (uint32_t i = 0; i < runtime->object_count; i++) {
        const RuntimeObject *object = &runtime->objects[i];
        Symbol symbol;
        if (find_shadow(object->symbols, name, &symbol) && !symbol.is_function &&
            symbol.size_bytes >= size_bytes) {
            return (void *)(uintptr_t)(object->base + symbol.address);
        }
    }
    for (uint32_t i = 0; i < runtime->name_count; i++) {
        if (strcmp(runtime->names[i].name, name) == 0) {
            return (void *)(uintptr_t)runtime->names[i].pointer;
        }
    }
    return NULL;
}

// The unit's module on the current device.
static LockstepModule **module_of(const Runtime *runtime, RuntimeUnit *unit)
{
    return &unit->modules[runtime->current->number];
}

static LockstepStatus load_unit(Runtime *runtime, RuntimeUnit *unit)
{
    LockstepLink link = {.context = runtime, .managed = managed_memory};
    return lockstep_module_link(runtime->device, unit->ptx, unit->size_bytes, unit->file_name,
                                &link, module_of(runtime, unit));
}

// Units may use variables of units that come later: they are tried again while any other loads.
bool units_load(Runtime *runtime)
{
    bool is_moving = !runtime->current->are_units_loaded, is_good = true;
    runtime->current->are_units_loaded = true;
    while (is_moving) {
        is_moving = false;
        is_good = true;
        for (uint32_t i = 0; i < runtime->unit_count; i++) {
            RuntimeUnit *unit = &runtime->units[i];
            if (*module_of(runtime, unit) == NULL) {
                bool is_loaded = load_unit(runtime, unit) == LOCKSTEP_OK;
                is_moving = is_moving || is_loaded;
                is_good = is_good && is_loaded;
            }
        }
    }
    for (uint32_t i = 0; !is_good && i < runtime->unit_count; i++) {
        if (*module_of(runtime, &runtime->units[i]) == NULL) {
            load_unit(runtime, &runtime->units[i]); // for its messages
            runtime_show_messages(runtime);
        }
    }
    return is_good;
}

void units_unload(Runtime *runtime)
{
    for (uint32_t i = 0; i < runtime->unit_count; i++) {
        LockstepModule **module = module_of(runtime, &runtime->units[i]);
        if (*module != NULL) {
            lockstep_module_unload(runtime->device, *module);
            *module = NULL;
        }
    }
    for (RuntimeFunction *at = runtime->functions; at != NULL; at = at->next) {
        if (at->device == runtime->current->number) {
            at->kernel = NULL;
            at->dynamic_shared_limit = 0;
            at->carveout = -1;
            at->is_cluster_nonportable = false;
        }
    }
    runtime->current->are_units_loaded = false;
}

// Whether the unit comes from the source file that the meaning is local to, or may hold it at all.
static bool is_of(const Runtime *runtime, RuntimeUnit *unit, const Meaning *meaning, bool is_exact)
{
    return *module_of(runtime, unit) != NULL &&
           (!is_exact || (meaning->file != NULL && strcmp(meaning->file, unit->file_name) == 0));
}

// What the name means in the unit, in the source file that the meaning is local to.
static const char *local_name(const RuntimeUnit *unit, const Meaning *meaning)
{
    for (uint32_t i = 0; meaning->file != NULL && i < unit->local_count; i++) {
        const RuntimeLocal *local = &unit->locals[i];
        if (strcmp(local->file, meaning->file) == 0 && name_is_same(meaning->name, local->name)) {
            return local->linked;
        }
    }
    return NULL;
}

// The kernel of the module that a host function stands for.
static const PtxFunction *kernel_named(const LockstepModule *module, const char *name)
{
    const PtxFunction *kernel = device_kernel(module, name);
    const PtxModule *ptx = device_module_ptx(module);
    for (uint32_t i = 0; kernel == NULL && i < ptx->function_count; i++) {
        if (name_is_same(name, ptx->functions[i]->name)) {
            kernel = device_kernel(module, ptx->functions[i]->name);
        }
    }
    return kernel;
}

static const PtxVariable *variable_named(const PtxModule *ptx, const char *name)
{
    const PtxVariable *variable = ptx_find_variable(ptx, name);
    for (uint32_t i = 0; variable == NULL && i < ptx->variable_count; i++) {
        if (name_is_same(name, ptx->variables[i]->name)) {
            variable = ptx->variables[i];
        }
    }
    return variable;
}

static bool has_host_function(const Runtime *runtime, const char *name)
{
    Symbol symbol;
    for (uint32_t i = 0; i < runtime->object_count; i++) {
        if (symbols_find(runtime->objects[i].symbols, name, NULL, &symbol)) {
            return true;
        }
    }
    return false;
}

// The only kernel of the module that is the same instance of a template as a host function, and
// that no host function of its own name claims.
static const PtxFunction *kernel_of_instance(const Runtime *runtime, const LockstepModule *module,
                                             const char *name)
{
    const PtxFunction *kernel = NULL;
    const PtxModule *ptx = device_module_ptx(module);
    for (uint32_t i = 0; i < ptx->function_count; i++) {
        const char *other = ptx->functions[i]->name;
        const PtxFunction *found =
            name_is_same_instance(name, other) && !has_host_function(runtime, other)
                ? device_kernel(module, other)
                : NULL;
        if (found != NULL && kernel != NULL) {
            return NULL;
        }
        kernel = found != NULL ? found : kernel;
    }
    return kernel;
}

// First by name where it is local, then by name anywhere, then as an instance.
static void find_kernel(Runtime *runtime, const Meaning *meaning, RuntimeFunction *function)
{
    enum { LOCAL, NAMED, INSTANCE, WAY_COUNT };
    for (int way = LOCAL; way < WAY_COUNT; way++) {
        for (uint32_t i = 0; i < runtime->unit_count; i++) {
            RuntimeUnit *unit = &runtime->units[i];
            const char *local = way == LOCAL ? local_name(unit, meaning) : NULL;
            if (!is_of(runtime, unit, meaning, way == LOCAL && local == NULL)) {
                continue;
            }
            LockstepModule *module = *module_of(runtime, unit);
            function->kernel = local != NULL ? device_kernel(module, local)
                               : way == INSTANCE
                                   ? kernel_of_instance(runtime, module, meaning->name)
                                   : kernel_named(module, meaning->name);
            if (function->kernel != NULL) {
                function->module = module;
                return;
            }
        }
    }
}

static bool has_wrong_unit(const Runtime *runtime)
{
    for (uint32_t i = 0; i < runtime->unit_count; i++) {
        if (*module_of(runtime, &runtime->units[i]) == NULL) {
            return true;
        }
    }
    return false;
}

static RuntimeFunction *known_function(Runtime *runtime, const void *pointer)
{
    RuntimeFunction *at = runtime->functions;
    while (at != NULL && (at->pointer != pointer || at->device != runtime->current->number)) {
        at = at->next;
    }
    return at;
}

RuntimeFunction *function_find(Runtime *runtime, const void *pointer, cudaError_t *error)
{
    units_load(runtime);
    RuntimeFunction *function = known_function(runtime, pointer);
    if (function != NULL && function->kernel != NULL) {
        return function;
    }
    Meaning meaning;
    *error = cudaErrorInvalidDeviceFunction;
    if (pointer == NULL || !meaning_of(runtime, pointer, true, &meaning)) {
        return NULL;
    }
    RuntimeFunction found = {
        .pointer = pointer, .device = runtime->current->number, .carveout = -1};
    find_kernel(runtime, &meaning, &found);
    if (function == NULL) {
        function = heap_resize(NULL, 1, sizeof(*function));
        *function = found;
        function->name = strdup(meaning.name);
        function->next = runtime->functions;
        runtime->functions = function;
    }
    function->kernel = found.kernel;
    function->module = found.module;
    if (found.kernel == NULL) {
        *error = has_wrong_unit(runtime) ? cudaErrorNoKernelImageForDevice
                                         : cudaErrorInvalidDeviceFunction;
        return NULL;
    }
    return function;
}

void function_tell_lack(Runtime *runtime, const void *pointer)
{
    RuntimeFunction *function = known_function(runtime, pointer);
    if (function == NULL || function->is_lack_told) {
        return;
    }
    function->is_lack_told = true;
    Text name = {0};
    demangle(function->name, DEMANGLE_SHORT, &name);
    runtime_say(runtime,
                "lockstep: error: kernel '%s' is not launched: no device code was made for it\n",
                text_string(&name));
    text_destroy(&name);
}

static const PtxVariable *find_variable(Runtime *runtime, const Meaning *meaning,
                                        LockstepModule **module)
{
    for (int is_exact = 1; is_exact >= 0; is_exact--) {
        for (uint32_t i = 0; i < runtime->unit_count; i++) {
            RuntimeUnit *unit = &runtime->units[i];
            const char *local = is_exact != 0 ? local_name(unit, meaning) : NULL;
            const PtxVariable *variable =
                is_of(runtime, unit, meaning, is_exact != 0 && local == NULL)
                    ? variable_named(device_module_ptx(*module_of(runtime, unit)),
                                     local == NULL ? meaning->name : local)
                    : NULL;
            if (variable != NULL && !variable->is_extern) {
                *module = *module_of(runtime, unit);
                return variable;
            }
        }
    }
    return NULL;
}

static const PtxVariable *variable_of(Runtime *runtime, const void *pointer,
                                      LockstepModule **module)
{
    Meaning meaning;
    units_load(runtime);
    return pointer != NULL && meaning_of(runtime, pointer, false, &meaning)
               ? find_variable(runtime, &meaning, module)
               : NULL;
}

cudaError_t variable_find(Runtime *runtime, const void *pointer, uint64_t *address,
                          uint64_t *size_bytes)
{
    LockstepModule *module = NULL;
    const PtxVariable *variable = variable_of(runtime, pointer, &module);
    if (variable == NULL || lockstep_symbol(runtime->device, module, variable->name, address,
                                            size_bytes) != LOCKSTEP_OK) {
        return cudaErrorInvalidSymbol;
    }
    return cudaSuccess;
}

cudaError_t reference_find(Runtime *runtime, const void *pointer, LockstepModule **module,
                           const char **name)
{
    const PtxVariable *variable = variable_of(runtime, pointer, module);
    *name = variable == NULL ? NULL : variable->name;
    return variable == NULL ? cudaErrorInvalidTexture : cudaSuccess;
}
