// SPDX-License-Identifier: Apache-2.0
// The main() of every test program: runs all tests, or those whose name or file contains the first
// argument. A run of no test is a failure.
#include "tests/test.h"

static bool is_chosen(const TestCase *test, const char *choice)
{
    const char *slash = strrchr(test->file, '/');
    return choice == NULL || strstr(test->name, choice) != NULL ||
           strstr(slash == NULL ? test->file : slash, choice) != NULL;
}

int main(int argc, char **argv)
{
    unsigned run = 0;
    for (const TestCase *test = test_first(); test != NULL; test = test->next) {
        if (!is_chosen(test, argc > 1 ? argv[1] : NULL)) {
            continue;
        }
        unsigned before = test_failure_count();
        test->run();
        run++;
        if (test_failure_count() != before) {
            fprintf(stderr, "FAILED %s\n", test->name);
        }
    }
    printf("%u tests, %u expectations, %u failures\n", run, test_expectation_count(),
           test_failure_count());
    return test_failure_count() == 0 && run > 0 ? 0 : 1;
}
