// SPDX-License-Identifier: Apache-2.0
#include <cstdarg>
__device__ int sum(int n, ...) {
  va_list rest;
  va_start(rest, n);
  int all = 0;
  for (int i = 0; i < n; i++) all += va_arg(rest, int);
  va_end(rest);
  return all;
}
__device__ void print(const char *format, va_list rest) { vprintf(format, rest); }
__device__ int any(...) { return 1; }
__global__ void k(int *out) { out[0] = sum(2, 3, 4) + any(1, 2); }
