// SPDX-License-Identifier: Apache-2.0
// Interned names in a hash table of chains, and growing arrays.
#include "isa/cuda/source/preprocess.h"

#include <string.h>

static const struct {
    const char *text;
    uint16_t id;
} words[] = {
#define KEYWORD(name)        {#name, KEYWORD_##name},
#define SPELLING(text, name) {text, KEYWORD_##name},
#include "isa/cuda/source/keyword.def"
#undef KEYWORD
#define OPERATOR(text, punctuator) {text, PUNCTUATOR_##punctuator},
#include "isa/cuda/source/operator.def"
#undef OPERATOR
};

static const char *const directives[] = {
    "",
#define DIRECTIVE(name) #name,
#include "isa/cuda/source/directive.def"
#undef DIRECTIVE
};

static const struct {
    const char *text;
    Builtin builtin;
    bool is_macro;
} builtins[] = {
#define BUILTIN(name, text, is_macro) {text, BUILTIN_##name, is_macro},
#include "isa/cuda/source/builtin.def"
#undef BUILTIN
};

static const struct {
    const char *text;
    uint16_t id;
} punctuators[] = {
#define PUNCTUATOR(name, text) {text, PUNCTUATOR_##name},
#include "isa/cuda/source/punctuator.def"
#undef PUNCTUATOR
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

void token_list_add(Preprocessor *p, TokenList *list, const Token *token)
{
    list->tokens = arena_room(&p->scratch, list->tokens, list->count, &list->room, sizeof(Token));
    list->tokens[list->count++] = *token;
}

Token *token_list_copy(Preprocessor *p, const TokenList *list, uint32_t start)
{
    uint32_t count = list->count - start;
    Token *copy = arena_alloc(&p->scratch, (count + 1) * sizeof(Token));
    if (count > 0) {
        memcpy(copy, list->tokens + start, count * sizeof(Token));
    }
    return copy;
}

static uint32_t name_hash(const char *text, size_t length)
{
    uint32_t hash = NAME_HASH_START;
    for (size_t i = 0; i < length; i++) {
        hash = NAME_HASH(hash, text[i]);
    }
    return hash;
}

static void grow_table(Preprocessor *p)
{
    uint32_t count = p->bucket_count == 0 ? 1024 : p->bucket_count * 2;
    Name **buckets = arena_alloc(p->source.arena, count * sizeof *buckets);
    for (uint32_t i = 0; i < p->bucket_count; i++) {
        for (Name *name = p->buckets[i], *next; name != NULL; name = next) {
            next = name->next;
            name->next = buckets[name->hash & (count - 1)];
            buckets[name->hash & (count - 1)] = name;
        }
    }
    p->buckets = buckets;
    p->bucket_count = count;
}

Name *name_intern_hashed(Preprocessor *p, const char *text, size_t length, uint32_t hash)
{
    Name **bucket = &p->buckets[hash & (p->bucket_count - 1)];
    for (Name *name = *bucket; name != NULL; name = name->next) {
        if (name->hash == hash && name->length == length && memcmp(name->text, text, length) == 0) {
            return name;
        }
    }
    if (p->name_count++ > p->bucket_count) {
        grow_table(p);
        bucket = &p->buckets[hash & (p->bucket_count - 1)];
    }
    Name *name = arena_alloc(p->source.arena, sizeof *name + length + 1);
    memcpy(name->text, text, length);
    name->hash = hash;
    name->length = (uint32_t)length;
    name->next = *bucket;
    return *bucket = name;
}

Name *name_intern(Preprocessor *p, const char *text, size_t length)
{
    return name_intern_hashed(p, text, length, name_hash(text, length));
}

Name *name_of(const Token *token)
{
    return (Name *)(uintptr_t)(token->text - offsetof(Name, text));
}

const char *source_intern(Source *source, const char *name, size_t length)
{
    return name_intern((Preprocessor *)source, name, length)->text;
}

static void start_punctuators(Preprocessor *p)
{
    uint16_t row = 0;
    for (int first = 1; first < 128; first++) {
        p->punctuator_start[first] = (uint8_t)row;
        for (size_t i = 0; i < COUNT(punctuators); i++) {
            const char *text = punctuators[i].text;
            if (text[0] != first) {
                continue;
            }
            Punctuator *punctuator = &p->punctuators[row++];
            p->punctuator_count[first]++;
            punctuator->id = punctuators[i].id;
            for (; text[punctuator->length] != '\0'; punctuator->length++) {
                punctuator->code |= (uint32_t)text[punctuator->length] << punctuator->length * 8;
                punctuator->mask |= 0xffu << punctuator->length * 8;
            }
        }
    }
}

void name_start(Preprocessor *p)
{
    grow_table(p);
    start_punctuators(p);
    for (size_t i = 0; i < COUNT(words); i++) {
        name_intern(p, words[i].text, strlen(words[i].text))->id = words[i].id;
    }
    for (size_t i = 1; i < COUNT(directives); i++) {
        name_intern(p, directives[i], strlen(directives[i]))->directive = (uint8_t)i;
    }
    for (size_t i = 0; i < COUNT(builtins); i++) {
        Name *name = name_intern(p, builtins[i].text, strlen(builtins[i].text));
        name->builtin = (uint8_t)builtins[i].builtin;
        if (builtins[i].is_macro) {
            name->macro = arena_alloc(p->source.arena, sizeof *name->macro);
            *name->macro = (Macro){.name = name, .builtin = builtins[i].builtin};
        }
    }
}
