// SPDX-License-Identifier: Apache-2.0
// The whole device math library; each file includes what it uses.
#ifndef LOCKSTEP_MATH_LIBRARY_H
#define LOCKSTEP_MATH_LIBRARY_H

#include "math_bessel.h"
#include "math_bessel_modified.h"
#include "math_bessel_second.h"
#include "math_convert.h"
#include "math_double.h"
#include "math_double_error.h"
#include "math_double_exp.h"
#include "math_double_hyperbolic.h"
#include "math_double_parts.h"
#include "math_double_steps.h"
#include "math_double_trig.h"
#include "math_fast.h"
#include "math_float.h"
#include "math_float_error.h"
#include "math_float_exp.h"
#include "math_float_hyperbolic.h"
#include "math_float_parts.h"
#include "math_float_trig.h"
#include "math_gamma.h"
#include "math_gcc.h"
#include "math_integer.h"
#include "math_overload.h"
#include "math_primitive.h"
#include "math_simd.h"

#endif
