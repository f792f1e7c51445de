// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <cstring>
__global__ void k(int *out, char *text) {
  out[0] = rand() % 6;
  void *memory;
  cudaMalloc(&memory, 4);
  sprintf(text, "%d", out[0]);
  out[1] = strlen(text);
  fprintf(stderr, "done\n");
  cudaDeviceSynchronize();
  exit(1);
}
