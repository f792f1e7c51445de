// SPDX-License-Identifier: Apache-2.0
// Expressions. Arithmetic on any value goes through an unsigned type; int arithmetic that must not
// wrap is on numbers whose distance from 0 is known. Divisors are positive, shifts masked.
#include "tests/cuda/random/random.h"

#define SMALL_LIMIT 1000000u // products of two stay in an int after a remainder

const char *integer_type(void)
{
    return PICK("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
                "long long", "unsigned long long", "bool", "char");
}

static const char *narrow_type(void)
{
    return PICK("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned");
}

const char *integer_variable(void)
{
    return say("%s%u", PICK("c", "uc", "s", "us", "i", "u", "l", "ul", "i", "u"), below(3));
}

const char *real_variable(void)
{
    return say("%s%u", PICK("f", "d", "f"), below(3));
}

const char *constant(void)
{
    static const char *const odd[] = {
        "0",          "1",           "2",          "-1",   "7",     "31",
        "32",         "255",         "256",        "-128", "65535", "0x80000000u",
        "2147483647", "0xffffffffu", "1ull << 40", "-3ll", "63",    "(-2147483647 - 1)"};
    return one_in(3) ? say("%d", (int)below(2000) - 1000) : say("(%s)", odd[below(18)]);
}

static const char *leaf(void)
{
    switch (below(14)) {
    case 0: return constant();
    case 1: return say("in[(t * %uu + %uu) %% 256u]", below(64), below(256));
    case 2: return say("array[(unsigned)%s %% 6u]", integer_variable());
    case 3: return say("grid[%u][(unsigned)%s %% 3u]", below(2), integer_variable());
    case 4: return PICK("r.a", "r.low", "r.middle", "r.sign", "r.flag", "r.c[0]", "r.c[1]");
    case 5: return PICK("*pi", "pi[0]", "*pu", "(*pc)");
    case 6: return say("mixed.bytes[%u]", below(4));
    case 7: return say("table[(unsigned)%s & 7u]", integer_variable());
    case 8: return PICK("b0", "b1", "b2", "t");
    default: return integer_variable();
    }
}

// ---- Numbers that are known to be small

static Small small_leaf(void)
{
    Random *g = &random_state;
    uint32_t mask = (2u << below(9)) - 1, modulus = 2 + below(200);
    switch (below(g->counter_count > 0 ? 7 : 4)) {
    case 0: return (Small){say("%d", (int)below(200) - 100), 100};
    case 1: return (Small){say("(int)(%s & %u)", leaf(), mask), mask};
    case 2: return (Small){say("(int)%s", PICK("c0", "c1", "c2")), 128};
    case 3:
        return (Small){say("(int)(%s%u %% %u)", PICK("i", "s", "us", "uc", "l"), below(3), modulus),
                       modulus};
    default: return (Small){say("(int)n%u", g->counters[below(g->counter_count)]), 300};
    }
}

static Small small_pair(uint32_t depth)
{
    Small a = small(depth - 1), b = small(depth - 1);
    uint64_t product = (uint64_t)a.bound * b.bound;
    switch (below(6)) {
    case 0:
    case 1: return (Small){say("(%s + %s)", a.text, b.text), a.bound + b.bound};
    case 2: return (Small){say("(%s - %s)", a.text, b.text), a.bound + b.bound};
    case 3:
        return product < SMALL_LIMIT ? (Small){say("(%s * %s)", a.text, b.text), (uint32_t)product}
                                     : a;
    case 4:
        return (Small){say("(%s ? %s : %s)", condition(depth - 1), a.text, b.text),
                       a.bound > b.bound ? a.bound : b.bound};
    default:
        return (Small){say("%s(%s, %s)", PICK("min", "max"), a.text, b.text),
                       a.bound > b.bound ? a.bound : b.bound};
    }
}

Small small(uint32_t depth)
{
    if (depth == 0) {
        return small_leaf();
    }
    Small made;
    switch (below(7)) {
    case 0:
        made = small(depth - 1);
        made.text = say("(%s / %u)", made.text, 1 + below(20));
        break;
    case 1:
        made = small(depth - 1);
        made.text = say("-(%s)", made.text);
        break;
    case 2:
        made = small(depth - 1);
        made.text = say("(%s >> %u)", made.text, below(5));
        made.bound++;
        break;
    case 3:
        made = small(depth - 1);
        made = (Small){say("abs(%s)", made.text), made.bound};
        break;
    default: made = small_pair(depth); break;
    }
    if (made.bound > SMALL_LIMIT) {
        made = (Small){say("(%s %% 1000)", made.text), 1000};
    }
    return made;
}

const char *small_below(uint32_t depth, uint32_t limit)
{
    return say("(int)((unsigned)(%s) %% %uu)", integer(depth), limit);
}

// ---- Any integer

// One side is unsigned and no narrower than the other, so that the operation is.
static const char *arithmetic(uint32_t depth)
{
    const char *a = integer(depth - 1), *b = integer(depth - 1),
               *op = PICK("+", "-", "*", "+", "-");
    bool is_wide = one_in(3);
    const char *mine = is_wide ? "unsigned long long" : "unsigned";
    const char *other = is_wide ? integer_type() : narrow_type();
    return one_in(2) ? say("((%s)(%s) %s (%s)(%s))", mine, a, op, other, b)
                     : say("((%s)(%s) %s (%s)(%s))", other, a, op, mine, b);
}

static const char *division(uint32_t depth)
{
    const char *a = integer(depth - 1), *b = integer(depth - 1), *op = PICK("/", "%");
    switch (below(4)) {
    case 0: return say("((%s)(%s) %s %u)", integer_type(), a, op, 1 + below(3000));
    case 1:
        return say("((%s)(%s) %s ((int)(%s & 63) + 1))",
                   PICK("int", "long long", "short", "signed char"), a, op, b);
    case 2: return say("((unsigned)(%s) %s ((unsigned)(%s) | 1u))", a, op, b);
    default: return say("((unsigned long long)(%s) %s ((unsigned long long)(%s) | 1u))", a, op, b);
    }
}

static const char *shift(uint32_t depth)
{
    const char *a = integer(depth - 1);
    const char *by = one_in(2) ? say("%u", below(32)) : say("(%s & 31)", integer(depth - 1));
    return one_in(2) ? say("((%s)(%s) << %s)", PICK("unsigned", "unsigned long long"), a, by)
                     : say("((%s)(%s) >> %s)", integer_type(), a, by);
}

static const char *call(uint32_t depth)
{
    Random *g = &random_state;
    const char *a = integer(depth - 1), *b = integer(depth - 1);
    switch (below(g->helpers > 0 ? 8 : 6)) {
    case 0: return say("__popc((unsigned)(%s))", a);
    case 1: return say("__clz((int)(%s))", a);
    case 2: return say("__umulhi((unsigned)(%s), (unsigned)(%s))", a, b);
    case 3: return say("twist<%u>((unsigned)(%s))", 1 + below(31), a);
    case 4: return say("%s((%s)(%s), (%s)(%s))", PICK("lesser", "greater"), "int", a, "int", b);
    case 5: return say("Record::mix((int)(%s), (short)(%s)).a", a, b);
    default:
        return say("helper%u(in, fin, t, (int)(%s), (unsigned)(%s), %s)",
                   g->first_helper + below(g->helpers), a, b, real(0));
    }
}

static const char *from_real(uint32_t depth)
{
    return say("(%s)cut(%s)", PICK("int", "short", "long long", "int"), real(depth - 1));
}

const char *integer(uint32_t depth)
{
    if (depth == 0) {
        return leaf();
    }
    switch (below(14)) {
    case 0: return small(depth).text;
    case 1: return division(depth);
    case 2: return shift(depth);
    case 3:
        return say("(%s ? (%s)(%s) : (%s)(%s))", condition(depth - 1), integer_type(),
                   integer(depth - 1), integer_type(), integer(depth - 1));
    case 4: return say("(%s)(%s)", integer_type(), integer(depth - 1));
    case 5:
        return say("((%s)(%s) %s (%s)(%s))", integer_type(), integer(depth - 1),
                   PICK("&", "|", "^"), integer_type(), integer(depth - 1));
    case 6:
        return say("~(%s)(%s)", PICK("int", "unsigned", "long long", "short", "unsigned char"),
                   integer(depth - 1));
    case 7:
        return say("-(%s)(%s)", PICK("unsigned", "short", "unsigned long long", "signed char"),
                   integer(depth - 1));
    case 8: return call(depth);
    case 9: return from_real(depth);
    case 10: return say("(%s)", condition(depth - 1));
    default: return arithmetic(depth);
    }
}

// ---- Real numbers

const char *real(uint32_t depth)
{
    if (depth == 0) {
        switch (below(6)) {
        case 0: return say("%.3f%s", (double)((int)below(20000) - 10000) / 128.0, PICK("f", ""));
        case 1: return say("fin[(t * %uu + %uu) %% 256u]", below(64), below(256));
        case 2: return "r.b";
        default: return real_variable();
        }
    }
    switch (below(10)) {
    case 0: return say("(%s / (size(%s) + 0.5f))", real(depth - 1), real(depth - 1));
    case 1: return say("%s((float)%s)", PICK("root", "size"), real(depth - 1));
    case 2:
        return say("%s(%s, %s)", PICK("lesser", "greater"), say("(double)(%s)", real(depth - 1)),
                   say("(double)(%s)", real(depth - 1)));
    case 3: return say("(%s ? %s : %s)", condition(depth - 1), real(depth - 1), real(depth - 1));
    case 4: return say("(%s)(%s)(%s)", PICK("float", "double"), integer_type(), integer(depth - 1));
    case 5: return say("(%s)(%s)", PICK("float", "double"), real(depth - 1));
    case 6:
        return say("(%s ? %s : (%s)(%s))", condition(depth - 1), real(depth - 1), integer_type(),
                   integer(depth - 1));
    case 7: return say("-(%s)", real(depth - 1));
    default: return say("(%s %s %s)", real(depth - 1), PICK("+", "-", "*"), real(depth - 1));
    }
}

// ---- Conditions

const char *condition(uint32_t depth)
{
    const char *compare = PICK("<", "<=", ">", ">=", "==", "!=");
    uint32_t inner = depth == 0 ? 0 : depth - 1;
    switch (below(depth == 0 ? 5 : 10)) {
    case 0: return say("(%s %s %s)", integer(inner), compare, constant());
    case 1:
        return say("((%s)(%s) %s (%s)(%s))", integer_type(), integer(inner), compare,
                   integer_type(), integer(inner));
    case 2: return say("(%s %s %s)", real(inner), compare, real(inner));
    case 3: return say("(%s & %u)", integer(inner), 1u << below(8));
    case 4: return PICK("b0", "b1", "b2", "r.flag", "!b0");
    case 5: return say("!%s", condition(inner));
    case 6: return say("(%s %s %s)", small(inner).text, compare, small(inner).text);
    case 7: return say("(bool)(%s)", integer(inner));
    default: return say("(%s %s %s)", condition(inner), PICK("&&", "||"), condition(inner));
    }
}
