// SPDX-License-Identifier: Apache-2.0
// A small test harness: TEST(name) { EXPECT(...); } in any number of files that are linked with
// test.c, which has main(). A test is one behavior, named by it. A failed expectation prints its
// place and both values, and the test goes on.
#ifndef LOCKSTEP_TESTS_TEST_H
#define LOCKSTEP_TESTS_TEST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct TestCase TestCase;
struct TestCase {
    const char *file, *name;
    void (*run)(void);
    TestCase *next;
};

// Adds a test; those of one file run in the order in which they stand there.
void test_add(TestCase *test_case);
TestCase *test_first(void);

unsigned test_failure_count(void);
unsigned test_expectation_count(void);

// Counts an expectation; prints the one that fails. Each returns whether it held.
bool test_report(bool is_good, const char *file, int line, const char *what);
bool test_equal_u64(uint64_t found, uint64_t wanted, const char *file, int line, const char *what);
bool test_equal_text(const char *found, const char *wanted, const char *file, int line,
                     const char *what);

#define TEST(title)                                                                                \
    static void test_##title(void);                                                                \
    __attribute__((constructor)) static void test_register_##title(void)                           \
    {                                                                                              \
        static TestCase test_case = {__FILE__, #title, test_##title, NULL};                        \
        test_add(&test_case);                                                                      \
    }                                                                                              \
    static void test_##title(void)

#define EXPECT(claim) test_report((claim), __FILE__, __LINE__, #claim)
#define EXPECT_EQ(found, wanted)                                                                   \
    test_equal_u64((uint64_t)(found), (uint64_t)(wanted), __FILE__, __LINE__, #found " == " #wanted)
#define EXPECT_TEXT(found, wanted)                                                                 \
    test_equal_text((found), (wanted), __FILE__, __LINE__, #found " is " #wanted)

#endif
