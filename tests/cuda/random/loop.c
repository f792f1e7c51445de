// SPDX-License-Identifier: Apache-2.0
// Every form of loop that people write: tested before and after, counted up, down, by steps, by
// doubling, in all types, with `i--` and `i++ < n` as the test, endless with a way out, with
// pointers, with goto. Each ends after at most ROUNDS_MAX rounds, which its counter alone decides.
#include "tests/cuda/random/random.h"

#include <stddef.h>

enum {
    ROUNDS_MAX = 12,
    FIXED = 1,    // all threads make as many rounds
    LAST_TEST = 2 // in the body, which `continue` would pass by
};

typedef struct Form {
    const char *before; // a line before the loop, or NULL; %u: the counter's name
    const char *head;   // of the loop
    const char *tail;   // after its body
    uint32_t flags;
} Form;

// N: the number of the counter. C: a constant of rounds. V: rounds that only the run knows.
static const Form forms[] = {
    {NULL, "for (int nN = 0; nN < C; nN++) {", "}", FIXED},
    {NULL, "for (int nN = C; nN > 0; nN--) {", "}", FIXED},
    {NULL, "for (int nN = C; nN >= 0; --nN) {", "}", FIXED},
    {NULL, "for (int nN = -5; nN < C; nN += 3) {", "}", FIXED},
    {NULL, "for (unsigned nN = C; nN-- > 0;) {", "}", FIXED},
    {NULL, "for (unsigned nN = 0; nN != C; ++nN) {", "}", FIXED},
    {NULL, "for (int nN = 0; nN++ < C;) {", "}", FIXED},
    {NULL, "for (int nN = 1; nN <= 200; nN *= 2) {", "}", FIXED},
    {NULL, "for (int nN = 128; nN; nN >>= 1) {", "}", FIXED},
    {NULL, "for (unsigned char nN = 250; nN != 0; nN++) {", "}", FIXED},
    {NULL, "for (signed char nN = 1; nN > 0 && nN < 100; nN *= 2) {", "}", FIXED},
    {NULL, "for (short nN = C; nN; nN--) {", "}", FIXED},
    {NULL, "for (long long nN = 3; nN < 40; nN += nN) {", "}", FIXED},
    {NULL, "for (unsigned long long nN = C; nN > 1; nN /= 2) {", "}", FIXED},
    {"int nN = C;", "while (nN--) {", "}", FIXED},
    {"int nN = C;", "while (nN-- > 0) {", "}", FIXED},
    {"int nN = C + 1;", "while (--nN) {", "}", FIXED},
    {"unsigned nN = 0;", "while (nN++ < C) {", "}", FIXED},
    {"int nN = 0;", "do {", "} while (++nN < C);", FIXED},
    {"int nN = C;", "do {", "} while (nN-- > 0);", FIXED},
    {"int nN = 0;", "for (;;) { if (nN++ >= C) break;", "}", FIXED},
    {"int nN = 0;", "while (true) {", "if (++nN > C) break; }", FIXED | LAST_TEST},
    {"int nN = C;", "for (; nN;) { nN--;", "}", FIXED},
    {NULL, "for (int nN = 0, mN = C; nN < mN; nN++, mN--) {", "}", FIXED},
    {NULL, "for (int *qN = array, nN = 0; qN != array + 6; qN++, nN++) { *qN ^= nN;", "}", FIXED},
    {"int nN = 0;", "againN: {", "} if (nN++ < C) goto againN;", FIXED},
    {NULL, "for (int nN = 0; nN < V; nN++) {", "}", 0},
    {NULL, "for (int nN = V; nN > 0; nN--) {", "}", 0},
    {NULL, "for (unsigned nN = 0; nN < (unsigned)V; nN++) {", "}", 0},
    {NULL, "for (long long nN = V; nN >= 0; nN -= 2) {", "}", 0},
    {NULL, "for (int nN = 1; nN <= V; nN++) {", "}", 0},
    {NULL, "for (unsigned char nN = 0; nN < V; nN++) {", "}", 0},
    {"int nN = V;", "while (nN--) {", "}", 0},
    {"int nN = V;", "do {", "} while (nN-- > 0);", 0},
    {"int nN = V, mN = 0;", "while (mN++ < nN) {", "}", 0},
    {"unsigned nN = (unsigned)V;", "for (;;) { if (nN-- == 0) break;", "}", 0},
    {"short nN = (short)V;", "for (; nN > 0; nN /= 2) {", "}", 0},
};

// Writes the text with its letters replaced.
static void put_form(const char *text, uint32_t name, uint32_t rounds, const char *variable)
{
    char made[400];
    uint32_t size = 0;
    for (const char *at = text; *at != 0 && size < 300; at++) {
        bool is_letter = (*at == 'N' || *at == 'C' || *at == 'V');
        const char *part = !is_letter   ? NULL
                           : *at == 'V' ? variable
                                        : say("%u", *at == 'N' ? name : rounds);
        if (part == NULL) {
            made[size++] = *at;
        }
        for (; part != NULL && *part != 0 && size < 380; part++) {
            made[size++] = *part;
        }
    }
    made[size] = 0;
    put("%s", made);
}

static void body(uint32_t depth, uint32_t name, uint32_t rounds)
{
    Random *g = &random_state;
    uint32_t counters = g->counter_count, before = g->rounds;
    if (counters < 8) {
        g->counters[g->counter_count++] = name;
    }
    g->rounds *= rounds;
    g->loop_depth++;
    block(depth - 1, 1 + below(4));
    g->loop_depth--;
    g->rounds = before;
    g->counter_count = counters;
}

static void way_out(const Form *form)
{
    bool is_goto = form->head[0] == 'a';
    if (random_state.is_uniform || is_goto || !one_in(3)) {
        return;
    }
    put("    if (%s)", condition(1));
    put("        %s;", one_in(3) && (form->flags & LAST_TEST) == 0 ? "continue" : "break");
}

void loop(uint32_t depth)
{
    Random *g = &random_state;
    uint32_t name = g->names++, rounds = g->loop_depth == 0 ? below(ROUNDS_MAX) : below(5);
    const Form *form = &forms[below(sizeof forms / sizeof *forms)];
    bool was_uniform = g->is_uniform;
    g->loops++;
    const char *variable =
        say("(int)(%s%u %% %uu)", PICK("u", "uc", "us", "ul"), below(3), 2 + below(8));
    g->is_uniform = was_uniform && (form->flags & FIXED) != 0 && one_in(2);
    put("{");
    g->indent++;
    if (form->before != NULL) {
        put_form(form->before, name, rounds, variable);
    }
    if (one_in(6) && form->head[0] != 'a') {
        put("UNROLL(%s)", one_in(2) ? "" : say("%u", 1 + below(5)));
    }
    put_form(form->head, name, rounds, variable);
    if (one_in(3)) {
        way_out(form);
    }
    body(depth, name, 8);
    way_out(form);
    put_form(form->tail, name, rounds, variable);
    if (form->before != NULL) {
        put("i%u ^= (int)n%u;", below(3), name);
    }
    g->indent--;
    put("}");
    g->is_uniform = was_uniform;
}
