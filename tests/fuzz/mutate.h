// SPDX-License-Identifier: Apache-2.0
// Changes a text by its tokens: they are moved, doubled, swapped, dropped and replaced by words
// that the target's language has. With libFuzzer this is its mutator, beside its own of bytes;
// without, the replay's. Included once, by the file that defines LLVMFuzzerTestOneInput and
// `words`.
#ifndef LOCKSTEP_FUZZ_MUTATE_H
#define LOCKSTEP_FUZZ_MUTATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct Words {
    const char *const *list;
    size_t count;
} Words;

static const Words words; // the target's

static inline uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u; // Numerical Recipes' generator
    return *state >> 8;
}

static inline bool is_word_byte(uint8_t byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' || byte == '%';
}

// The token that a byte is in: a name, number or run of spaces, or one byte.
static inline void token_at(const uint8_t *data, size_t size, size_t at, size_t *first, size_t *end)
{
    bool is_word = is_word_byte(data[at]), is_space = data[at] == ' ';
    *first = at;
    *end = at + 1;
    while ((is_word || is_space) && *first > 0 &&
           (is_word ? is_word_byte(data[*first - 1]) : data[*first - 1] == ' ')) {
        --*first;
    }
    while ((is_word || is_space) && *end < size &&
           (is_word ? is_word_byte(data[*end]) : data[*end] == ' ')) {
        ++*end;
    }
}

// Bytes first to end become these; the new size, or the old one where they do not fit.
static inline size_t splice(uint8_t *data, size_t size, size_t most, size_t first, size_t end,
                            const uint8_t *bytes, size_t count)
{
    if (size - (end - first) + count > most) {
        return size;
    }
    memmove(data + first + count, data + end, size - end);
    memcpy(data + first, bytes, count);
    return size - (end - first) + count;
}

static inline size_t number_text(uint32_t *state, char *text, size_t room)
{
    static const char *const numbers[] = {"0",
                                          "1",
                                          "2",
                                          "3",
                                          "7",
                                          "31",
                                          "32",
                                          "33",
                                          "63",
                                          "64",
                                          "-1",
                                          "255",
                                          "256",
                                          "1023",
                                          "1024",
                                          "65536",
                                          "2147483647",
                                          "4294967295",
                                          "4294967296",
                                          "0x7fffffffffffffff",
                                          "0xffffffffffffffff"};
    const char *chosen = numbers[next_random(state) % (sizeof numbers / sizeof numbers[0])];
    size_t length = strlen(chosen);
    memcpy(text, chosen, length < room ? length : room);
    return length < room ? length : room;
}

// From the token at one place to the end of the one at another, at most a few hundred bytes.
static inline void range_at(const uint8_t *data, size_t size, uint32_t *state, size_t *first,
                            size_t *end)
{
    size_t ignored, last;
    token_at(data, size, next_random(state) % size, first, &last);
    size_t reach = last + next_random(state) % (next_random(state) % 4 == 0 ? 300 : 20);
    token_at(data, size, reach < size ? reach : size - 1, &ignored, end);
}

static inline size_t mutate_tokens(uint8_t *data, size_t size, size_t most, uint32_t *state)
{
    uint8_t kept[1024];
    char number[32];
    size_t first, end, from, to;
    if (size == 0 || most > (1u << 24)) {
        return size;
    }
    range_at(data, size, state, &from, &to);
    token_at(data, size, next_random(state) % size, &first, &end);
    size_t count = to - from < sizeof kept ? to - from : sizeof kept;
    memcpy(kept, data + from, count);
    const char *word = words.count == 0 ? "0" : words.list[next_random(state) % words.count];
    switch (next_random(state) % 8) {
    case 0: return splice(data, size, most, first, end, kept, count);     // replaced by others
    case 1: return splice(data, size, most, first, first, kept, count);   // doubled elsewhere
    case 2: return splice(data, size, most, from, from + count, kept, 0); // dropped
    case 3: return splice(data, size, most, first, end, kept, 0);
    case 4: return splice(data, size, most, first, first, (const uint8_t *)word, strlen(word));
    case 5:
    case 6: return splice(data, size, most, first, end, (const uint8_t *)word, strlen(word));
    default:
        return splice(data, size, most, first, end, (const uint8_t *)number,
                      number_text(state, number, sizeof number));
    }
}

#ifdef LOCKSTEP_LIBFUZZER
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    uint32_t state = seed;
    if (size == 0 || next_random(&state) % 4 == 0) {
        return LLVMFuzzerMutate(data, size, most);
    }
    for (uint32_t i = next_random(&state) % 4 + 1; i > 0; i--) {
        size = mutate_tokens(data, size, most, &state);
    }
    return size;
}
#endif

#endif
