// SPDX-License-Identifier: Apache-2.0
__global__ void first(int *out) {
  for (int i = 0; i < 3; i++ { out[i] = 1; }
  out[0] = unknown_first;
}
__global__ void second(int *out) {
  int i = threadIdx.x
  int j = 2;
  out[i] = j;
}
__global__ void third(int *out) {
  if (out[0] > 1 { out[1] = 2; }
  out[2] = unknown_third;
}
__global__ void fourth(int *out) {
  out[0] = min(3, 4;
  out[1] = unknown_fourth;
}
