// SPDX-License-Identifier: Apache-2.0
// Memory of the constant interpreter: objects, and loads and stores that stay inside them.
#include "isa/cuda/tree/constant_machine.h"

#include <string.h>

#define OBJECT_STEPS 4u // what making an object counts for

Object *object_new(Machine *machine, const Variable *variable, uint64_t size_bytes)
{
    Object *object = arena_alloc(machine->arena, sizeof *object);
    object->variable = variable;
    object->size_bytes = size_bytes;
    uint64_t steps = OBJECT_STEPS + size_bytes / 8; // memory is bounded by the steps
    if (size_bytes <= CONSTANT_BYTES_LIMIT && steps <= machine->context->steps_left) {
        machine->context->steps_left -= steps;
        object->bytes = arena_alloc(machine->arena, (size_t)size_bytes + 1);
    }
    return object;
}

static Object *object_global(Machine *machine, const Variable *variable, Function *function,
                             const Expression *string)
{
    for (Object *at = machine->globals; at != NULL; at = at->next) {
        if (at->variable == variable && at->function == function && at->string == string) {
            return at;
        }
    }
    Object *object = arena_alloc(machine->arena, sizeof *object);
    object->variable = variable;
    object->function = function;
    object->string = string;
    object->is_constant = true;
    object->next = machine->globals;
    machine->globals = object;
    return object;
}

Object *object_of_function(Machine *machine, Function *function)
{
    return object_global(machine, NULL, function, NULL);
}

Object *object_of_string(Machine *machine, const Expression *string)
{
    Object *object = object_global(machine, NULL, NULL, string);
    if (object->bytes == NULL && string->string != NULL) {
        object->size_bytes = string->string_size;
        object->bytes = arena_alloc(machine->arena, (size_t)string->string_size + 1);
        memcpy(object->bytes, string->string, (size_t)string->string_size);
    }
    return object;
}

static void note_address(Machine *machine, Object *object, Address address)
{
    object->addresses = arena_room(machine->arena, object->addresses, object->address_count,
                                   &object->address_room, sizeof *object->addresses);
    object->addresses[object->address_count++] = address;
}

static Object *object_of_address(Machine *machine, const InitialAddress *address)
{
    if (address->variable != NULL) {
        return object_of_variable(machine, address->variable);
    }
    if (address->function != NULL) {
        return object_of_function(machine, address->function);
    }
    Expression *string = arena_alloc(machine->arena, sizeof *string);
    string->kind = EXPRESSION_STRING;
    string->string = address->string;
    string->string_size = address->string_size;
    return object_of_string(machine, string);
}

// Only constants with a known initializer can be read while compiling.
static void fill_constant(Machine *machine, Object *object)
{
    const Variable *variable = object->variable;
    const Expression *initial = variable->initial;
    uint64_t size_bytes = type_size(variable->type);
    bool is_known = (variable->type->qualifiers & QUALIFIER_CONST) != 0 && !variable->is_extern &&
                    initial != NULL && initial->kind == EXPRESSION_INITIAL &&
                    initial->initial != NULL && size_bytes <= CONSTANT_BYTES_LIMIT;
    if (!is_known) {
        return;
    }
    object->bytes = arena_alloc(machine->arena, (size_t)size_bytes + 1);
    if (initial->initial->bytes != NULL) {
        memcpy(object->bytes, initial->initial->bytes, (size_t)size_bytes);
    }
    for (uint32_t i = 0; i < initial->initial->address_count; i++) {
        const InitialAddress *from = &initial->initial->addresses[i];
        Address address = {from->offset_bytes, object_of_address(machine, from),
                           (uint64_t)from->addend};
        note_address(machine, object, address);
    }
}

Object *object_of_variable(Machine *machine, const Variable *variable)
{
    for (Object *at = machine->frame->objects; at != NULL; at = at->next) {
        if (at->variable == variable) {
            return at;
        }
    }
    if (variable->space == SPACE_AUTOMATIC) {
        machine_fail(machine, "it reads a variable whose value is unknown at compile time");
        return NULL;
    }
    Object *object = object_global(machine, variable, NULL, NULL);
    if (object->size_bytes == 0) {
        object->size_bytes = type_size(variable->type);
        fill_constant(machine, object);
    }
    return object;
}

Object *object_of_local(Machine *machine, const Variable *variable)
{
    Object **link = &machine->frame->objects;
    while (*link != NULL && (*link)->variable != variable) {
        link = &(*link)->next;
    }
    if (*link != NULL) { // a new life of it, as in a loop
        *link = (*link)->next;
    }
    Object *object = object_new(machine, variable, type_size(variable->type));
    object->next = machine->frame->objects;
    machine->frame->objects = object;
    return object;
}

// ---- loads and stores

static bool check_access(Machine *machine, Place place, uint64_t size_bytes, bool is_write)
{
    const Object *object = place.object;
    if (object == NULL) {
        return machine_fail(machine, "it dereferences a null pointer");
    }
    if (object->bytes == NULL || (is_write && object->is_constant)) {
        return machine_fail(machine, is_write ? "it writes to an object outside of the expression"
                                              : "it reads a value that is unknown at compile time");
    }
    if (place.offset > object->size_bytes || size_bytes > object->size_bytes - place.offset) {
        return machine_fail(machine, "it accesses memory outside of an object");
    }
    return true;
}

static uint64_t read_bytes(const uint8_t *bytes, uint64_t size_bytes)
{
    uint64_t value = 0;
    for (uint64_t i = 0; i < size_bytes && i < 8; i++) {
        value |= (uint64_t)bytes[i] << (8 * i);
    }
    return value;
}

static void write_bytes(uint8_t *bytes, uint64_t size_bytes, uint64_t value)
{
    for (uint64_t i = 0; i < size_bytes && i < 8; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
}

static uint64_t bits_of(const Value *value)
{
    uint64_t bits = value->integer;
    if (type_is_double(value->type)) {
        memcpy(&bits, &value->real, sizeof bits);
    } else if (value->type->kind == TYPE_FLOAT) {
        float single = (float)value->real;
        uint32_t word;
        memcpy(&word, &single, sizeof word);
        bits = word;
    }
    return bits;
}

static void set_bits(Value *value, uint64_t bits)
{
    if (type_is_double(value->type)) {
        memcpy(&value->real, &bits, sizeof bits);
    } else if (value->type->kind == TYPE_FLOAT) {
        uint32_t word = (uint32_t)bits;
        float single;
        memcpy(&single, &word, sizeof single);
        value->real = (double)single;
    } else {
        value->integer = scalar_wrap(value->type, bits);
    }
}

static bool load_bit_field(Place place, Value *value)
{
    uint64_t unit = read_bytes(&place.object->bytes[place.offset], type_size(value->type));
    uint32_t width = place.field->bit_width;
    uint64_t mask = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    uint64_t bits = unit >> place.field->bit_offset & mask;
    bool is_negative = type_is_signed(value->type) && width > 0 && bits >> (width - 1) != 0;
    value->integer = scalar_wrap(value->type, is_negative ? bits | ~mask : bits);
    return true;
}

static bool load_aggregate(Machine *machine, Place place, uint64_t size_bytes, Value *value)
{
    Object *copy = object_new(machine, NULL, size_bytes);
    if (copy->bytes == NULL) {
        return machine_fail(machine, "it has an object that is too large");
    }
    memcpy(copy->bytes, &place.object->bytes[place.offset], (size_t)size_bytes);
    for (uint32_t i = 0; i < place.object->address_count; i++) {
        Address address = place.object->addresses[i];
        if (address.at >= place.offset && address.at < place.offset + size_bytes) {
            address.at -= place.offset;
            note_address(machine, copy, address);
        }
    }
    value->object = copy;
    return true;
}

bool memory_load(Machine *machine, Place place, const Type *type, Value *value)
{
    uint64_t size_bytes = type_size(type);
    *value = (Value){.type = type->unqualified};
    if (!check_access(machine, place, size_bytes, false)) {
        return false;
    }
    if (!type_is_scalar(type)) {
        return load_aggregate(machine, place, size_bytes, value);
    }
    if (place.field != NULL && place.field->bit_width > 0) {
        return load_bit_field(place, value);
    }
    for (uint32_t i = 0; i < place.object->address_count; i++) {
        const Address *address = &place.object->addresses[i];
        if (address->at < place.offset + size_bytes && place.offset < address->at + 8) {
            value->object = address->object;
            value->integer = address->offset;
            return (address->at == place.offset && size_bytes == 8) ||
                   machine_fail(machine, "it reads part of an address");
        }
    }
    set_bits(value, read_bytes(&place.object->bytes[place.offset], size_bytes));
    return true;
}

static void forget_addresses(Object *object, uint64_t offset, uint64_t size_bytes)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < object->address_count; i++) {
        Address address = object->addresses[i];
        if (address.at >= offset + size_bytes || offset >= address.at + 8) {
            object->addresses[kept++] = address;
        }
    }
    object->address_count = kept;
}

static void store_bit_field(Place place, const Type *type, uint64_t integer)
{
    uint8_t *bytes = &place.object->bytes[place.offset];
    uint64_t size_bytes = type_size(type);
    uint32_t width = place.field->bit_width;
    uint64_t mask = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    uint32_t shift = place.field->bit_offset;
    uint64_t unit = read_bytes(bytes, size_bytes);
    write_bytes(bytes, size_bytes, (unit & ~(mask << shift)) | (integer & mask) << shift);
}

bool memory_store(Machine *machine, Place place, const Type *type, const Value *value)
{
    uint64_t size_bytes = type_size(type);
    if (!check_access(machine, place, size_bytes, true)) {
        return false;
    }
    forget_addresses(place.object, place.offset, size_bytes);
    uint8_t *bytes = &place.object->bytes[place.offset];
    if (!type_is_scalar(type)) {
        if (value->object == NULL) { // EXPRESSION_ZERO
            memset(bytes, 0, (size_t)size_bytes);
            return true;
        }
        uint64_t from_bytes = value->object->size_bytes;
        memcpy(bytes, value->object->bytes,
               (size_t)(from_bytes < size_bytes ? from_bytes : size_bytes));
        for (uint32_t i = 0; i < value->object->address_count; i++) {
            Address address = value->object->addresses[i];
            address.at += place.offset;
            note_address(machine, place.object, address);
        }
        return true;
    }
    if (place.field != NULL && place.field->bit_width > 0) {
        store_bit_field(place, type, value->integer);
    } else if (value->object != NULL) {
        write_bytes(bytes, size_bytes, 0);
        note_address(machine, place.object, (Address){place.offset, value->object, value->integer});
    } else {
        write_bytes(bytes, size_bytes, bits_of(value));
    }
    return true;
}
