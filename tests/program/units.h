// SPDX-License-Identifier: Apache-2.0
#ifndef UNITS_H
#define UNITS_H

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
