// SPDX-License-Identifier: Apache-2.0
// The main() of every test program: runs the tests whose name or file contains each argument;
// without arguments all. A run of no test is a failure.
#include "tests/test.h"

static bool is_chosen(const TestCase *test, char *const *choices)
{
    const char *slash = strrchr(test->file, '/'), *file = slash == NULL ? test->file : slash;
    for (; *choices != NULL; choices++) {
        if (strstr(test->name, *choices) == NULL && strstr(file, *choices) == NULL) {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    unsigned run = 0;
    for (const TestCase *test = test_first(); test != NULL; test = test->next) {
        if (!is_chosen(test, argc > 0 ? argv + 1 : argv)) {
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
