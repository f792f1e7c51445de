// SPDX-License-Identifier: Apache-2.0
#ifndef UNITS_H
#define UNITS_H

#ifdef __CUDACC__
// Each file has its own.
__constant__ int factors[2] = {1, 2};
#endif

#ifdef __cplusplus
void set_elsewhere(int *x);
extern "C" {
#endif
int *make_array(int count);
int sum(const int *x, int count);
#ifdef __cplusplus
}
#endif

#endif
