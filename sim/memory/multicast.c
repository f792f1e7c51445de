// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/multicast.h"

#include "isa/base/heap.h"

#include <stdlib.h>

static bool overlaps(const MulticastMember *a, uint32_t device, uint64_t offset,
                     uint64_t size_bytes)
{
    return a->device == device && a->offset < offset + size_bytes &&
           offset < a->offset + a->size_bytes;
}

bool multicast_bind(MulticastObject *object, const MulticastMember *member)
{
    for (uint32_t i = 0; i < object->member_count; i++) {
        if (overlaps(&object->members[i], member->device, member->offset, member->size_bytes)) {
            return false;
        }
    }
    object->members = heap_room(object->members, object->member_count, &object->member_room,
                                sizeof *object->members);
    object->members[object->member_count++] = *member;
    return true;
}

void multicast_unbind(MulticastObject *object, uint32_t device, uint64_t offset,
                      uint64_t size_bytes)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < object->member_count; i++) {
        if (!overlaps(&object->members[i], device, offset, size_bytes)) {
            object->members[kept++] = object->members[i];
        }
    }
    object->member_count = kept;
}

void multicast_clear(MulticastObject *object)
{
    free(object->members);
    object->members = NULL;
    object->member_count = object->member_room = 0;
}

const MulticastMember *multicast_member(const MulticastObject *object, uint32_t device,
                                        uint64_t offset, uint64_t size_bytes)
{
    for (uint32_t i = 0; i < object->member_count; i++) {
        const MulticastMember *member = &object->members[i];
        if (member->device == device && offset >= member->offset &&
            offset - member->offset <= member->size_bytes &&
            size_bytes <= member->size_bytes - (offset - member->offset)) {
            return member;
        }
    }
    return NULL;
}
