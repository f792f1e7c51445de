// SPDX-License-Identifier: Apache-2.0
#pragma once

// y = a x + y on the device; and how many elements the library was asked for.
void vectors_add(float a, const float *x, float *y, int count);
int vectors_count();
void vectors_note(int count);
