// SPDX-License-Identifier: Apache-2.0
// Searching a text: a naive match a thread, Knuth-Morris-Pratt by segments, wildcards with backtracking
// by goto, and a state machine that counts words, numbers and quoted strings a line.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus.h"

#define MAX_PATTERN 32

__constant__ char pattern[MAX_PATTERN];
__constant__ int failure[MAX_PATTERN];
__device__ int matches;

__global__ void naive(const char *text, int text_length, int pattern_length, int *result)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = 0;

    if (i > text_length - pattern_length)
        return;
    do {
        if (text[i + j] != pattern[j])
            goto different;
    } while (++j < pattern_length);
    result[i] = 1;
    atomicAdd(&matches, 1);
    return;

different:
    result[i] = -j;
}

__global__ void kmp(const char *text, int text_length, int pattern_length, int segment, int *counts)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int start = thread * segment;
    int stop = start + segment + pattern_length - 1;
    int k = 0, found = 0;

    if (start >= text_length)
        return;
    if (stop > text_length)
        stop = text_length;
    for (int i = start; i < stop; i++) {
        while (k > 0 && pattern[k] != text[i])
            k = failure[k - 1];
        if (pattern[k] == text[i])
            k++;
        if (k == pattern_length) {
            found++;
            k = failure[k - 1];
        }
    }
    counts[thread] = found;
}

/* Does the line match the pattern, in which ? stands for a character and * for any? */
__device__ int wildcard(const char *line, const char *glob)
{
    const char *star = NULL, *again = NULL;

next:
    if (*line == '\0')
        goto end;
    switch (*glob) {
    case '*':
        star = ++glob;
        again = line;
        goto next;
    case '?':
        break;
    case '\0':
        goto backtrack;
    default:
        if (*glob != *line)
            goto backtrack;
    }
    glob++, line++;
    goto next;

backtrack:
    if (star == NULL)
        return 0;
    glob = star;
    line = ++again;
    goto next;

end:
    while (*glob == '*')
        glob++;
    return *glob == '\0';
}

__global__ void match_lines(const char *text, const int *starts, int lines, unsigned char *result)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lines)
        return;
    const char *line = text + starts[i];
    result[i] = (unsigned char)(wildcard(line, "*fox*dog*") | wildcard(line, "?he *") << 1 |
                                wildcard(line, "*[0-9]") << 2 | wildcard(line, "*") << 3);
}

enum State { OUTSIDE, WORD, NUMBER, STRING, ESCAPE };

struct Counts {
    unsigned short words, numbers, strings;
    char unfinished;
};

__global__ void tokens(const char *text, const int *starts, int lines, struct Counts *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lines)
        return;
    struct Counts count = {0, 0, 0, 0};
    enum State state = OUTSIDE;
    for (const char *p = text + starts[i]; *p; p++) {
        char c = *p;
        switch (state) {
        case WORD:
            if ((c | 32) >= 'a' && (c | 32) <= 'z')
                break;
            state = OUTSIDE;
            /* fall through */
        case NUMBER:
            if (state == NUMBER && c >= '0' && c <= '9')
                break;
            state = OUTSIDE;
            /* fall through */
        case OUTSIDE:
            if (c == '"') {
                state = STRING;
                count.strings++;
            } else if ((c | 32) >= 'a' && (c | 32) <= 'z') {
                state = WORD;
                count.words++;
            } else if (c >= '0' && c <= '9') {
                state = NUMBER;
                count.numbers++;
            }
            break;
        case STRING:
            if (c == '"')
                state = OUTSIDE;
            else if (c == '\\')
                state = ESCAPE;
            break;
        case ESCAPE:
            state = STRING;
            break;
        }
    }
    count.unfinished = state >= STRING ? 'y' : 'n';
    counts[i] = count;
}

static const char *const phrases[] = {
    "the quick brown fox jumps over the lazy dog", "abababab abab aabaabaaa", "12 drummers, 34 pipers",
    "she said \"so \\\"what\\\"?\" and left", "an \"open string", "", "x1y2z3 [0-9]", "a fox and no d og",
};

int main(void)
{
    const int lines = 400;
    char *text = (char *)malloc(lines * 64), *d_text;
    std::vector<int> starts(lines);
    int length = 0, i, k;
    Random random(26);
    for (i = 0; i < lines; i++) {
        starts[i] = length;
        strcpy(text + length, phrases[random.next() % 8]);
        length += (int)strlen(text + length) + 1;
    }
    CHECK(cudaMalloc((void **)&d_text, length));
    CHECK(cudaMemcpy(d_text, text, length, cudaMemcpyHostToDevice));
    int *d_starts = to_device(starts), *d_result = on_device<int>(length);

    static const char *const patterns[] = {"abab", "the", "aabaaa", "o"};
    for (const char *const *p = patterns; p != patterns + 4; p++) {
        const int m = (int)strlen(*p), segment = 50, threads = (length + segment - 1) / segment;
        int table[MAX_PATTERN] = {0}, found = 0, count = 0, total = 0;
        for (i = 1, k = 0; i < m; i++) {
            while (k > 0 && (*p)[k] != (*p)[i])
                k = table[k - 1];
            if ((*p)[k] == (*p)[i])
                k++;
            table[i] = k;
        }
        CHECK(cudaMemcpyToSymbol(pattern, *p, m + 1));
        CHECK(cudaMemcpyToSymbol(failure, table, sizeof table));
        CHECK(cudaMemcpyToSymbol(matches, &found, sizeof found));
        CHECK(cudaMemset(d_result, 0, length * sizeof(int)));
        naive<<<(length + 127) / 128, 128>>>(d_text, length, m, d_result);
        CHECK(cudaMemcpyFromSymbol(&found, matches, sizeof found));
        print_hash(*p, d_result, length);

        int *d_counts = on_device<int>(threads);
        kmp<<<(threads + 63) / 64, 64>>>(d_text, length, m, segment, d_counts);
        for (int n : to_host(d_counts, threads))
            total += n;
        for (i = 0; i + m <= length; i++)
            count += memcmp(text + i, *p, m) == 0;
        printf("%s: %d %d %d\n", *p, found, total, count);
        CHECK(cudaFree(d_counts));
    }

    unsigned char *d_match;
    struct Counts *d_tokens;
    CHECK(cudaMalloc((void **)&d_match, lines));
    CHECK(cudaMalloc((void **)&d_tokens, lines * sizeof(struct Counts)));
    CHECK(cudaMemset(d_tokens, 0, lines * sizeof(struct Counts)));
    match_lines<<<(lines + 95) / 96, 96>>>(d_text, d_starts, lines, d_match);
    print_hash("wildcards", d_match, lines);
    tokens<<<(lines + 95) / 96, 96>>>(d_text, d_starts, lines, d_tokens);
    std::vector<struct Counts> counts = to_host(d_tokens, lines);
    int words = 0, numbers = 0, strings = 0, unfinished = 0;
    for (i = 0; i < lines; i++) {
        words += counts[i].words;
        numbers += counts[i].numbers;
        strings += counts[i].strings;
        unfinished += counts[i].unfinished == 'y';
    }
    printf("%d words, %d numbers, %d strings, %d unfinished\n", words, numbers, strings, unfinished);
    cudaFree(d_text);
    cudaFree(d_starts);
    cudaFree(d_result);
    cudaFree(d_match);
    cudaFree(d_tokens);
    free(text);
    return 0;
}
