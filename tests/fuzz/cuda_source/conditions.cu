#ifndef GUARD
#define GUARD
#if defined(A) && (B > 1 ? -1 : 0u) || !defined C && 1 / 0
x
#elif __has_include("fuzz") && __has_include(<nope.h>) || __has_builtin(a(b))
y /* comment
*/
#else
#if 'a' << 3 >= 0x10ull % 7 ^ ~1 and not 0
#endif
#endif
#include "fuzz"
#define NAME <file.h>
#include NAME
#include <next.h>
#line 12 "there"
# 44 "elsewhere" 1 3
#error not \
 so
#ifdef A
#elifndef B
#elifdef C
#endif
#warning x
C(
#if 1
1
#endif
, 2)
#endif
