// SPDX-License-Identifier: Apache-2.0
// A small test harness: TEST(name) { EXPECT(...); } in any number, then TEST_MAIN(). A test is one
// behaviour, named by it. A failed expectation prints its place and both values and the test goes
// on.
#ifndef LOCKSTEP_TESTS_TEST_H
#define LOCKSTEP_TESTS_TEST_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct TestCase TestCase;
struct TestCase {
    const char *name;
    void (*run)(void);
    TestCase *next;
};

__attribute__((unused)) static TestCase *test_first, **test_last = &test_first;
static unsigned test_failures, test_expectations;

#define TEST(title)                                                                                \
    static void test_##title(void);                                                                \
    __attribute__((constructor)) static void test_register_##title(void)                           \
    {                                                                                              \
        static TestCase test_case = {#title, test_##title, NULL};                                  \
        *test_last = &test_case;                                                                   \
        test_last = &test_case.next;                                                               \
    }                                                                                              \
    static void test_##title(void)

static inline bool test_report(bool is_good, const char *file, int line, const char *what)
{
    test_expectations++;
    if (!is_good) {
        test_failures++;
        fprintf(stderr, "%s:%d: expected %s\n", file, line, what);
    }
    return is_good;
}

static inline bool test_equal_u64(uint64_t found, uint64_t wanted, const char *file, int line,
                                  const char *what)
{
    bool is_good = test_report(found == wanted, file, line, what);
    if (!is_good) {
        fprintf(stderr,
                "    found  %" PRIu64 " (0x%" PRIx64 ")\n    wanted %" PRIu64 " (0x%" PRIx64 ")\n",
                found, found, wanted, wanted);
    }
    return is_good;
}

static inline bool test_equal_text(const char *found, const char *wanted, const char *file,
                                   int line, const char *what)
{
    bool is_good = found != NULL && wanted != NULL && strcmp(found, wanted) == 0;
    test_report(is_good, file, line, what);
    if (!is_good) {
        fprintf(stderr, "    found  %s\n    wanted %s\n", found == NULL ? "(null)" : found,
                wanted == NULL ? "(null)" : wanted);
    }
    return is_good;
}

#define EXPECT(claim) test_report((claim), __FILE__, __LINE__, #claim)
#define EXPECT_EQ(found, wanted)                                                                   \
    test_equal_u64((uint64_t)(found), (uint64_t)(wanted), __FILE__, __LINE__, #found " == " #wanted)
#define EXPECT_TEXT(found, wanted)                                                                 \
    test_equal_text((found), (wanted), __FILE__, __LINE__, #found " is " #wanted)

// Runs all tests, or those whose name contains the first argument. A run of no test is a failure.
#define TEST_MAIN()                                                                                \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        unsigned run = 0;                                                                          \
        for (const TestCase *at = test_first; at != NULL; at = at->next) {                         \
            if (argc > 1 && strstr(at->name, argv[1]) == NULL) {                                   \
                continue;                                                                          \
            }                                                                                      \
            unsigned before = test_failures;                                                       \
            at->run();                                                                             \
            run++;                                                                                 \
            if (test_failures != before) {                                                         \
                fprintf(stderr, "FAILED %s\n", at->name);                                          \
            }                                                                                      \
        }                                                                                          \
        printf("%u tests, %u expectations, %u failures\n", run, test_expectations, test_failures); \
        return test_failures == 0 && run > 0 ? 0 : 1;                                              \
    }

#endif
