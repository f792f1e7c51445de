// SPDX-License-Identifier: Apache-2.0
// The functions of CUDA's math library that libm does not have, in long doubles.
#ifndef LOCKSTEP_TEST_LIBRARY_REFERENCE_H
#define LOCKSTEP_TEST_LIBRARY_REFERENCE_H

long double reference_sinpi(long double x);
long double reference_cospi(long double x);
long double reference_exp10(long double x);
long double reference_rsqrt(long double x);
long double reference_rcbrt(long double x);
long double reference_rhypot(long double x, long double y);
long double reference_norm3d(long double x, long double y);
long double reference_rnorm3d(long double x, long double y);
long double reference_norm4d(long double x, long double y);
long double reference_rnorm4d(long double x, long double y);
long double reference_erfcx(long double x);
long double reference_erfinv(long double x);
long double reference_erfcinv(long double x);
long double reference_normcdf(long double x);
long double reference_normcdfinv(long double x);
long double reference_tgamma(long double x);
long double reference_j0(long double x);
long double reference_j1(long double x);
long double reference_j3(long double x);
long double reference_y0(long double x);
long double reference_y1(long double x);
long double reference_y3(long double x);
long double reference_i0(long double x);
long double reference_i1(long double x);
long double reference_frexp(long double x);
long double reference_modf(long double x);
long double reference_ldexp(long double x, long double n);
long double reference_nextafterf(long double x, long double y);
long double reference_nextafter(long double x, long double y);
long double reference_remquo(long double x, long double y);
long double reference_sqrt(long double x);
long double reference_fdim(long double x, long double y);

#endif
