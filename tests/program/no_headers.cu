// SPDX-License-Identifier: Apache-2.0
#include <thrust/no_such_header.h>
int main() {}
