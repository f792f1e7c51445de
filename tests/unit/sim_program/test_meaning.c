// SPDX-License-Identifier: Apache-2.0
#include "sim/program/meaning.h"
#include "tests/test.h"

#include <string.h>

static bool changes(const char *text)
{
    Arena arena = {0};
    Scan scan = scan_text(text, strlen(text), &arena);
    bool is_changed = meaning_changes(&scan);
    arena_clear(&arena);
    return is_changed;
}

TEST(members_with_the_name_of_their_type_change_its_meaning)
{
    EXPECT(changes("struct Car { int speed; Color Color; };"));
    EXPECT(changes("template <class T> class Car : Base<T> { public: Color Color() const; };"));
    EXPECT(changes("class User { using Array = Array<T, L>; };"));
    EXPECT(changes("namespace n { struct User { typedef Array<int> Array; }; }"));
    EXPECT(changes("struct Outer { void f() {} struct Inner { Color Color = RED; }; };"));
}

TEST(other_members_change_no_meaning)
{
    EXPECT(!changes("Color Color; int main() { Shape Shape; }"));
    EXPECT(!changes("struct Car { n::Color Color; enum Shape Shape; };"));
    EXPECT(!changes("struct User { typedef typename T::type type; using Base::Base; };"));
    EXPECT(!changes("struct User { using Array = n::Array<T>; using pointer = T *; };"));
    EXPECT(!changes("struct User { Array<Color> colors; User(Color Color) { Shape Shape; } };"));
    EXPECT(!changes("struct User make(); enum class Key { A }; template <class T> void f(T T);"));
}
