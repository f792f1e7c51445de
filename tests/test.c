// SPDX-License-Identifier: Apache-2.0
// The main() of every test program: runs all tests, or those whose name or file contains the first
// argument. A run of no test is a failure.
#include "tests/test.h"

#include <inttypes.h>

static TestCase *first, **last = &first;
static unsigned failures, expectations;

TestCase *test_first(void)
{
    return first;
}

unsigned test_failure_count(void)
{
    return failures;
}

unsigned test_expectation_count(void)
{
    return expectations;
}

void test_add(TestCase *test_case)
{
    *last = test_case;
    last = &test_case->next;
}

bool test_report(bool is_good, const char *file, int line, const char *what)
{
    expectations++;
    if (!is_good) {
        failures++;
        fprintf(stderr, "%s:%d: expected %s\n", file, line, what);
    }
    return is_good;
}

bool test_equal_u64(uint64_t found, uint64_t wanted, const char *file, int line, const char *what)
{
    bool is_good = test_report(found == wanted, file, line, what);
    if (!is_good) {
        fprintf(stderr,
                "    found  %" PRIu64 " (0x%" PRIx64 ")\n    wanted %" PRIu64 " (0x%" PRIx64 ")\n",
                found, found, wanted, wanted);
    }
    return is_good;
}

bool test_equal_text(const char *found, const char *wanted, const char *file, int line,
                     const char *what)
{
    bool is_good = found != NULL && wanted != NULL && strcmp(found, wanted) == 0;
    test_report(is_good, file, line, what);
    if (!is_good) {
        fprintf(stderr, "    found  %s\n    wanted %s\n", found == NULL ? "(null)" : found,
                wanted == NULL ? "(null)" : wanted);
    }
    return is_good;
}
