// SPDX-License-Identifier: Apache-2.0
// Statements. No expression reads what it also writes: side effects stand alone, or behind a comma,
// && or ?.
#include "tests/cuda/random/random.h"

enum { EXPRESSION_DEPTH = 2 };

// A place of integer type that any value may be put in.
static const char *place(void)
{
    switch (below(12)) {
    case 0: return say("array[(unsigned)%s %% 6u]", integer_variable());
    case 1: return say("grid[%u][(unsigned)%s %% 3u]", below(2), integer_variable());
    case 2: return PICK("r.a", "r.low", "r.middle", "r.sign", "r.flag", "r.c[0]", "r.c[1]");
    case 3: return PICK("*pi", "*pu", "*pc");
    case 4: return say("mixed.bytes[%u]", below(4));
    case 5: return PICK("b0", "b1", "b2", "mixed.word");
    default: return integer_variable();
    }
}

// Operations whose result is cut to the place's type, done in an unsigned one.
static void compound(void)
{
    const char *value = integer(2);
    switch (below(6)) {
    case 0:
        put("u%u %s %s;", below(3), PICK("+=", "-=", "*=", "^=", "|=", "&="),
            say("(unsigned)(%s)", value));
        return;
    case 1:
        put("ul%u %s (%s)(%s);", below(3), PICK("+=", "-=", "*=", "^="), integer_type(), value);
        return;
    case 2:
        put("%s%u %s %s;", PICK("c", "uc", "s", "us"), below(3), PICK("+=", "-="), small(2).text);
        return;
    case 3:
        put("%s%u %s %s;", PICK("c", "uc", "s", "us", "i", "l"), below(3), PICK("&=", "|=", "^="),
            value);
        return;
    case 4:
        put("%s%u %s %u;", PICK("u", "ul", "uc", "us"), below(3), PICK(">>=", "<<="), below(16));
        return;
    default:
        put("%s%u %s ((%s & 15) + 1);", PICK("i", "u", "l", "s", "c"), below(3), PICK("/=", "%="),
            say("(int)(%s)", value));
        return;
    }
}

static void step(void)
{
    const char *name = say("%s%u", PICK("u", "ul", "uc", "c", "s", "us"), below(3)),
               *op = PICK("++", "--");
    switch (below(4)) {
    case 0: put("%s%s;", op, name); return;
    case 1: put("%s = %s%s;", PICK("i0", "l1", "s2"), name, op); return;
    case 2: put("array[%s%s & 3] = %s;", say("u%u", below(3)), op, constant()); return;
    default: put("%s = %s%s + 5;", PICK("i0", "l1", "b2"), op, name); return;
    }
}

// Side effects in a sequence, or where they may not come to be.
static void sequence(void)
{
    const char *a = integer(2), *b = integer(2);
    switch (below(5)) {
    case 0:
        put("%s = (%s = (%s)(%s), (%s)(%s));", PICK("i0", "u1", "s2"), PICK("l0", "us1", "c2"),
            integer_type(), a, integer_type(), b);
        return;
    case 1: put("if (%s && (%s = %s, %s))", condition(1), PICK("u0", "i1"), a, condition(1)); break;
    case 2: put("if ((u%u = (unsigned)(%s)) > %u)", below(3), a, below(1000)); break;
    case 3:
        put("%s ? (void)(i0 = (int)(%s)) : (void)(u1 = (unsigned)(%s));", condition(2), a, b);
        return;
    default: put("(i0 = (int)(%s)), u0++, (s0 = (short)(%s));", a, b); return;
    }
    put("    %s = (%s)(%s);", place(), integer_type(), integer(2));
}

// A value is handed from one variable to another: what loops carry.
static void hand_on(void)
{
    const char *type = PICK("i", "u", "l", "f", "us", "d", "b");
    switch (below(3)) {
    case 0:
        put("{ auto kept = %s0; %s0 = %s1; %s1 = %s2; %s2 = kept; }", type, type, type, type, type,
            type);
        return;
    case 1:
        put("%s0 = %s1, %s1 = %s;", type, type, type, PICK("t", "c2", "1", "uc0", "in[t % 7u]"));
        return;
    default: put("%s2 = %s0;", type, type); return;
    }
}

static void aggregate(void)
{
    switch (below(6)) {
    case 0: put("{ Record kept = r; r = other; other = kept; }"); return;
    case 1: put("other = Record::mix((int)(%s), (short)(%s));", integer(1), integer(1)); return;
    case 2: put("pi = %s ? &array[%s] : &i%u;", condition(1), small_below(1, 6), below(3)); return;
    case 3: put("pi = array + %s;", small_below(1, 6)); return;
    case 4: put("pu = &u%u, pc = mixed.bytes + %s;", below(3), small_below(1, 4)); return;
    default: put("other.add(%s);", integer(1)); return;
    }
}

static void assignment(void)
{
    switch (below(12)) {
    case 0:
    case 1: put("%s = %s;", real_variable(), real(EXPRESSION_DEPTH)); return;
    case 2: put("%s %s %s;", real_variable(), PICK("+=", "-=", "*="), real(1)); return;
    case 3: put("r.b = (float)%s;", say("(%s)", real(1))); return;
    case 4: compound(); return;
    case 5: step(); return;
    case 6: sequence(); return;
    case 7: hand_on(); return;
    case 8: aggregate(); return;
    case 9: put("b%u = %s;", below(3), condition(2)); return;
    default: put("%s = (%s)(%s);", place(), integer_type(), integer(EXPRESSION_DEPTH)); return;
    }
}

static void branch(uint32_t depth)
{
    put("if (%s) {", condition(2));
    block(depth - 1, 1 + below(3));
    if (one_in(2)) {
        if (one_in(4)) {
            put("} else if (%s) {", condition(1));
            block(depth - 1, 1 + below(2));
        }
        put("} else {");
        block(depth - 1, 1 + below(3));
    }
    put("}");
}

// `default` anywhere, ways that fall through, cases that share.
static void choice(uint32_t depth)
{
    uint32_t count = 2 + below(5), other = below(count + 1);
    put("switch (%s) {",
        one_in(2) ? small_below(1, count + 2) : say("(%s)(%s & 7)", integer_type(), integer(1)));
    for (uint32_t i = 0; i <= count; i++) {
        put("%s", i == other ? "default:" : say("case %u:", i));
        if (one_in(6) && i < count) {
            continue;
        }
        block(depth - 1, 1);
        if (!one_in(4)) {
            put("    break;");
        }
    }
    put("}");
}

// Forward, out of any blocks that are open; no variable is declared on the way at this level.
static void jump(uint32_t depth)
{
    uint32_t name = random_state.names++;
    put("if (%s)", condition(1));
    put("    goto after%u;", name);
    put("{");
    block(depth - 1, 1 + below(2));
    put("    if (%s) {", condition(1));
    random_state.indent++;
    block(depth - 1, 1);
    put("    goto after%u;", name);
    random_state.indent--;
    put("    }");
    block(depth - 1, 1);
    put("}");
    put("after%u:;", name);
}

static void local(uint32_t depth)
{
    uint32_t name = random_state.names++;
    put("{");
    put("    %s v%u = (%s)(%s);", one_in(4) ? "auto" : "const auto", name, integer_type(),
        integer(2));
    if (one_in(3)) {
        put("    auto fn = [&](int x) { return (unsigned)x * 3u + (unsigned)v%u + u%u; };", name,
            below(3));
        put("    u%u = fn((int)(%s));", below(3), integer(1));
    }
    block(depth - 1, 1 + below(2));
    put("    u%u ^= (unsigned)v%u;", below(3), name);
    put("}");
}

static void statement(uint32_t depth)
{
    Random *g = &random_state;
    uint32_t kind = below(20);
    bool was_uniform = g->is_uniform;
    if (was_uniform && g->is_parallel && kind < 3) {
        exchange();
        return;
    }
    if (depth == 0 || kind > 12) {
        assignment();
        return;
    }
    g->is_uniform = false;
    if (kind < 4) {
        branch(depth);
    } else if (kind < 6) {
        choice(depth);
    } else if (kind == 6) {
        jump(depth);
    } else if (kind == 7) {
        local(depth);
    } else if (g->loop_depth < 3 && g->rounds < 100) {
        g->is_uniform = was_uniform;
        loop(depth);
    } else {
        assignment();
    }
    g->is_uniform = was_uniform;
}

void statements(uint32_t depth, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kept = say_mark();
        statement(depth);
        say_release(kept);
    }
}

void block(uint32_t depth, uint32_t count)
{
    random_state.indent++;
    statements(depth, count);
    random_state.indent--;
}
