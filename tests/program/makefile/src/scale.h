// SPDX-License-Identifier: Apache-2.0
#pragma once
struct Sum {
    float *result;
};
void scale(float *values, int count);
float sum(const float *values, int count);
int architecture();
float host_sum(const float *values, int count);
