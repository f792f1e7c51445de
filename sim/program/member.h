// SPDX-License-Identifier: Apache-2.0
// The members of the classes of a text, by the shape of their declarations.
#ifndef LOCKSTEP_PROGRAM_MEMBER_H
#define LOCKSTEP_PROGRAM_MEMBER_H

#include "sim/program/scan.h"

// Whether a name with this neighbor stands where a declaration has its declarator.
bool is_declarator_end(const Scan *scan, uint32_t behind);

// The { of the class with this name; 0: it is not defined in this text.
uint32_t class_body(const Scan *scan, uint32_t name);

// Whether the class whose { stands here, or a base of its that the text defines, has an object or a
// function of this name as its member.
bool class_has_member(const Scan *scan, uint32_t body, uint32_t name);

// Whether all of its members are public.
bool class_is_open(const Scan *scan, uint32_t body);

#endif
