// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

int greatest(int a, int b);

int main()
{
    printf("%d %d %g\n", greatest(3, 7), max(3, 7), rsqrtf(4.0f));
    return 0;
}
