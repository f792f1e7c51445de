// SPDX-License-Identifier: Apache-2.0
// A library of NVIDIA's that Lockstep does not have.
#include <cudnn.h>
int main() {}
