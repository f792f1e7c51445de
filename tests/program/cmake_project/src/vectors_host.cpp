// SPDX-License-Identifier: Apache-2.0
#include "vectors.h"

static int noted;

void vectors_note(int count)
{
    noted += count;
}

int vectors_count()
{
    return noted;
}
