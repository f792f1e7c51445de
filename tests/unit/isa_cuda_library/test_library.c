// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/library/library.h"

#include "tests/test.h"

TEST(names_are_sorted_and_found_with_their_sizes)
{
    for (uint32_t i = 0; library_name(i) != NULL; i++) {
        size_t size_bytes = 0;
        const char *text = library_find(library_name(i), &size_bytes);
        EXPECT(text != NULL && strlen(text) == size_bytes);
        EXPECT(i == 0 || strcmp(library_name(i - 1), library_name(i)) < 0);
        EXPECT(strncmp(library_name(i), "device/", 7) != 0);
    }
}

TEST(unknown_names_are_not_found)
{
    EXPECT(library_find("no_such_header.h", NULL) == NULL);
    EXPECT(library_find("", NULL) == NULL);
    EXPECT(library_find("library.h", NULL) == NULL);
}
