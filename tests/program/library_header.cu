// SPDX-License-Identifier: Apache-2.0
// A library through a header of the program's own, and one that is not used.
#ifdef USE_CUDNN
#include <cudnn.h>
#endif
#include "library_header.h"

int main() { return 0; }
