// SPDX-License-Identifier: Apache-2.0
// Modified Bessel functions of the first kind; see math_bessel.h.
#ifndef LOCKSTEP_MATH_BESSEL_MODIFIED_H
#define LOCKSTEP_MATH_BESSEL_MODIFIED_H

#include "math_double.h"
#include "math_double_exp.h"

// 6 ulp. From 8 on exp(a) p(8 / a) / sqrt(a), the exponential in two halves.
__device__ inline double cyl_bessel_i0(double x)
{
    double a = __builtin_fabs(x), r;
    if (a < 8.0) {
        double s = x * x;
        double p = 1.2167484596453176e-52;
        p = __builtin_fma(p, s, 1.4269295101074419e-49);
        p = __builtin_fma(p, s, 2.4793247524198483e-46);
        p = __builtin_fma(p, s, 3.5473866535848995e-43);
        p = __builtin_fma(p, s, 4.6011563694497302e-40);
        p = __builtin_fma(p, s, 5.3186264658621036e-37);
        p = __builtin_fma(p, s, 5.4462927950519725e-34);
        p = __builtin_fma(p, s, 4.9016625977640373e-31);
        p = __builtin_fma(p, s, 3.842903510408977e-28);
        p = __builtin_fma(p, s, 2.5978027720718694e-25);
        p = __builtin_fma(p, s, 1.496334396734776e-22);
        p = __builtin_fma(p, s, 7.2422584801926634e-20);
        p = __builtin_fma(p, s, 2.896903392077113e-17);
        p = __builtin_fma(p, s, 9.385966990329842e-15);
        p = __builtin_fma(p, s, 2.4028075495244395e-12);
        p = __builtin_fma(p, s, 4.7095027970679013e-10);
        p = __builtin_fma(p, s, 6.7816840277777778e-08);
        p = __builtin_fma(p, s, 6.7816840277777774e-06);
        p = __builtin_fma(p, s, 0.00043402777777777775);
        p = __builtin_fma(p, s, 0.015625);
        p = __builtin_fma(p, s, 0.25);
        p = __builtin_fma(p, s, 1.0);
        return p;
    }
    double z = 8.0 / a;
    double p = 7.174481675128242e-05;
    p = __builtin_fma(p, z, -0.00091357802859710967);
    p = __builtin_fma(p, z, 0.0052280926490895184);
    p = __builtin_fma(p, z, -0.017938328642841797);
    p = __builtin_fma(p, z, 0.041433262020818061);
    p = __builtin_fma(p, z, -0.068469908179611613);
    p = __builtin_fma(p, z, 0.083928732831839603);
    p = __builtin_fma(p, z, -0.078052346280857471);
    p = __builtin_fma(p, z, 0.055852852818080667);
    p = __builtin_fma(p, z, -0.030999809177950477);
    p = __builtin_fma(p, z, 0.013385539350632922);
    p = __builtin_fma(p, z, -0.0044894370018222036);
    p = __builtin_fma(p, z, 0.0011624672057652277);
    p = __builtin_fma(p, z, -0.00022957130889259651);
    p = __builtin_fma(p, z, 3.4378021985812695e-05);
    p = __builtin_fma(p, z, -2.8187992475752128e-06);
    p = __builtin_fma(p, z, 3.046842079386278e-06);
    p = __builtin_fma(p, z, 1.0909009900974826e-05);
    p = __builtin_fma(p, z, 5.7069602812123974e-05);
    p = __builtin_fma(p, z, 0.00043829107190000792);
    p = __builtin_fma(p, z, 0.0062334731313264868);
    p = __builtin_fma(p, z, 0.39894228040143259);
    double e = exp(a * 0.5);
    r = a < 750.0 ? p * rsqrt(a) * e * e : a * __LOCKSTEP_INF;
    return r;
}

// 6 ulp. From 8 on exp(a) p(8 / a) / sqrt(a), the exponential in two halves.
__device__ inline double cyl_bessel_i1(double x)
{
    double a = __builtin_fabs(x), r;
    if (a < 8.0) {
        double s = x * x;
        double p = 1.0830871577224923e-45;
        p = __builtin_fma(p, s, -6.9904529348860117e-43);
        p = __builtin_fma(p, s, 2.0899967645429849e-40);
        p = __builtin_fma(p, s, -3.8412514528064393e-38);
        p = __builtin_fma(p, s, 4.8567604323855336e-36);
        p = __builtin_fma(p, s, -4.4791409851705415e-34);
        p = __builtin_fma(p, s, 3.1196407140710246e-32);
        p = __builtin_fma(p, s, -1.6555587516644378e-30);
        p = __builtin_fma(p, s, 8.3602332998804546e-29);
        p = __builtin_fma(p, s, 7.7027459343925463e-27);
        p = __builtin_fma(p, s, 6.2934932878992478e-24);
        p = __builtin_fma(p, s, 3.2907581868118454e-21);
        p = __builtin_fma(p, s, 1.4484699353607585e-18);
        p = __builtin_fma(p, s, 5.2144239540745811e-16);
        p = __builtin_fma(p, s, 1.5017547373605251e-13);
        p = __builtin_fma(p, s, 3.3639305681356502e-11);
        p = __builtin_fma(p, s, 5.6514033565337441e-09);
        p = __builtin_fma(p, s, 6.7816840277763233e-07);
        p = __builtin_fma(p, s, 5.425347222222245e-05);
        p = __builtin_fma(p, s, 0.0026041666666666665);
        p = __builtin_fma(p, s, 0.0625);
        p = __builtin_fma(p, s, 0.5);
        return p * x;
    }
    double z = 8.0 / a;
    double p = -6.599920754043078e-05;
    p = __builtin_fma(p, z, 0.00086058430218673967);
    p = __builtin_fma(p, z, -0.0050089091877441681);
    p = __builtin_fma(p, z, 0.017405193930353891);
    p = __builtin_fma(p, z, -0.040596669570223003);
    p = __builtin_fma(p, z, 0.067607083036372723);
    p = __builtin_fma(p, z, -0.083385416413407659);
    p = __builtin_fma(p, z, 0.077936887039333644);
    p = __builtin_fma(p, z, -0.055998975870778823);
    p = __builtin_fma(p, z, 0.031185265774321371);
    p = __builtin_fma(p, z, -0.013502534914935428);
    p = __builtin_fma(p, z, 0.0045386802414183669);
    p = __builtin_fma(p, z, -0.0011772553060939597);
    p = __builtin_fma(p, z, 0.00023276451404548383);
    p = __builtin_fma(p, z, -3.4930656705881053e-05);
    p = __builtin_fma(p, z, 2.7153904050401982e-06);
    p = __builtin_fma(p, z, -3.6653068614278856e-06);
    p = __builtin_fma(p, z, -1.4029799468503074e-05);
    p = __builtin_fma(p, z, -7.9897267170623093e-05);
    p = __builtin_fma(p, z, -0.0007304851249182279);
    p = __builtin_fma(p, z, -0.018700419393870436);
    p = __builtin_fma(p, z, 0.39894228040143276);
    double e = exp(a * 0.5);
    r = a < 750.0 ? p * rsqrt(a) * e * e : a * __LOCKSTEP_INF;
    return __builtin_copysign(r, x);
}

__device__ inline float cyl_bessel_i0f(float x)
{
    return (float)cyl_bessel_i0((double)x);
}

__device__ inline float cyl_bessel_i1f(float x)
{
    return (float)cyl_bessel_i1((double)x);
}

#endif
