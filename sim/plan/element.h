// SPDX-License-Identifier: Apache-2.0
// Values of buffers and arguments: their types, and between text and bytes (little-endian, as on
// the GPU).
#ifndef LOCKSTEP_PLAN_ELEMENT_H
#define LOCKSTEP_PLAN_ELEMENT_H

#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum ElementKind { ELEMENT_FLOAT, ELEMENT_SIGNED, ELEMENT_UNSIGNED } ElementKind;

typedef struct Element {
    const char *name;
    ElementKind kind;
    uint32_t size_bytes;
} Element;

// The type with this name; NULL when there is none.
const Element *element_find(const char *name, size_t size_bytes);

// Stores a number. A float is rounded to the type, to nearest even; an integer keeps its low bytes.
void element_store_real(const Element *element, double value, uint8_t *bytes);
void element_store_whole(const Element *element, uint64_t value, uint8_t *bytes);

// Reads a number in this type's range from text: an expression of whole numbers, or for floats any
// C floating-point number. Signed and unsigned integers take both -1 and 0xffffffff. *end: after
// it.
bool element_read(const Element *element, const char *text, const char **end, uint8_t *bytes);

// Appends the value; floats with as many digits as tell them apart.
void element_print(const Element *element, const uint8_t *bytes, Text *out);

#endif
