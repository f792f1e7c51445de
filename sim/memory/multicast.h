// SPDX-License-Identifier: Apache-2.0
// Multicast memory: one address that stands for memory of several GPUs, which multimem reads and
// writes together (CUDA Driver API, "Multicast Object Management"). An object has what its GPUs
// have bound; a view is where an object is mapped. Leaves out: who owns the bound memory.
#ifndef LOCKSTEP_MEMORY_MULTICAST_H
#define LOCKSTEP_MEMORY_MULTICAST_H

#include <stdbool.h>
#include <stdint.h>

// What a GPU has bound to a part of an object.
typedef struct MulticastMember {
    uint64_t offset, size_bytes; // in the object
    uint64_t address;            // of the memory on its GPU
    uint8_t *bytes;              // and on the host
    uint32_t device;
} MulticastMember;

typedef struct MulticastObject {
    uint64_t size_bytes;
    uint32_t device_count; // that it is for
    uint32_t devices;      // bit: GPU that takes part so far
    MulticastMember *members;
    uint32_t member_count, member_room;
} MulticastObject;

typedef struct MulticastView {
    uint64_t base, size_bytes;
    uint64_t offset; // in the object
    const MulticastObject *object;
    uint32_t guests; // bit: GPU that may use it
} MulticastView;

// Binds memory, or ends all bindings of a GPU that lie in a part of the object. False, and nothing
// is bound, if something of the GPU is bound there.
bool multicast_bind(MulticastObject *object, const MulticastMember *member);
void multicast_unbind(MulticastObject *object, uint32_t device, uint64_t offset,
                      uint64_t size_bytes);
void multicast_clear(MulticastObject *object);
// The member of a GPU that holds all these bytes of the object, or NULL.
const MulticastMember *multicast_member(const MulticastObject *object, uint32_t device,
                                        uint64_t offset, uint64_t size_bytes);

#endif
