// SPDX-License-Identifier: Apache-2.0
// Bessel functions of the second kind and of any order; see math_bessel.h.
#ifndef LOCKSTEP_MATH_BESSEL_SECOND_H
#define LOCKSTEP_MATH_BESSEL_SECOND_H

#include "math_bessel.h"

// Near zero by its logarithm, Y0 - 2/pi log(x) J0 being smooth.
__device__ inline double y0(double x)
{
    if (!(x > 0.0))
        return x == 0.0 ? -__LOCKSTEP_INF : __LOCKSTEP_NAN;
    if (x < 0.5) {
        double s = x * x;
        double p = -7.7163112827374315e-10;
        p = __builtin_fma(p, s, 1.0358851423724513e-07);
        p = __builtin_fma(p, s, -9.4950066196154644e-06);
        p = __builtin_fma(p, s, 0.00053860266709915652);
        p = __builtin_fma(p, s, -0.016073968025957452);
        p = __builtin_fma(p, s, 0.1776060168690678);
        p = __builtin_fma(p, s, -0.073804295108687232);
        return __builtin_fma(0.63661977236758138 * log(x), __lockstep_j0_positive(x), p);
    }
    if (x < 0.75) {
        double t = (x - 0.89357696627916749) - 2.6596231539720385e-17;
        double p = -331.40876966377618;
        p = __builtin_fma(p, t, -1475.276295649476);
        p = __builtin_fma(p, t, -3160.6791191223251);
        p = __builtin_fma(p, t, -4293.4141237603781);
        p = __builtin_fma(p, t, -4133.6961878462234);
        p = __builtin_fma(p, t, -2989.0348635035216);
        p = __builtin_fma(p, t, -1681.7695155611357);
        p = __builtin_fma(p, t, -751.88490586464729);
        p = __builtin_fma(p, t, -271.38213553776376);
        p = __builtin_fma(p, t, -79.265049476338717);
        p = __builtin_fma(p, t, -19.186763035595156);
        p = __builtin_fma(p, t, -3.5069408842173968);
        p = __builtin_fma(p, t, -0.77905723939386584);
        p = __builtin_fma(p, t, 0.12293133945216937);
        p = __builtin_fma(p, t, -0.21237319041086103);
        p = __builtin_fma(p, t, 0.21836388980775542);
        p = __builtin_fma(p, t, -0.22615572811948986);
        p = __builtin_fma(p, t, 0.22055143857997203);
        p = __builtin_fma(p, t, -0.49207896983092836);
        p = __builtin_fma(p, t, 0.87942080206840922);
        return p * t;
    }
    if (x < 1.25) {
        double t = (x - 0.89357696627916749) - 2.6596231539720385e-17;
        double p = -1.2158542523251872;
        p = __builtin_fma(p, t, 2.0732637317044547);
        p = __builtin_fma(p, t, -1.0742108178633534);
        p = __builtin_fma(p, t, -0.088660578182922209);
        p = __builtin_fma(p, t, 0.21138646876674624);
        p = __builtin_fma(p, t, 0.088124343958972395);
        p = __builtin_fma(p, t, -0.23319127299549888);
        p = __builtin_fma(p, t, 0.23875301194958931);
        p = __builtin_fma(p, t, -0.22131965115294269);
        p = __builtin_fma(p, t, 0.21072361562977363);
        p = __builtin_fma(p, t, -0.20388194101148355);
        p = __builtin_fma(p, t, 0.19866230633178741);
        p = __builtin_fma(p, t, -0.19506623902650846);
        p = __builtin_fma(p, t, 0.19337632630685533);
        p = __builtin_fma(p, t, -0.19395008004422473);
        p = __builtin_fma(p, t, 0.19733566766974123);
        p = __builtin_fma(p, t, -0.20487719794475212);
        p = __builtin_fma(p, t, 0.21894842701963899);
        p = __builtin_fma(p, t, -0.22612171354411692);
        p = __builtin_fma(p, t, 0.22055282848165403);
        p = __builtin_fma(p, t, -0.49207893426297755);
        p = __builtin_fma(p, t, 0.87942080249719479);
        return p * t;
    }
    if (x < 2.25) {
        double t = x - 1.75;
        double p = 1.1945885680238429e-06;
        p = __builtin_fma(p, t, -2.236753597681045e-06);
        p = __builtin_fma(p, t, 2.5138886826236975e-06);
        p = __builtin_fma(p, t, -4.6343705126097034e-06);
        p = __builtin_fma(p, t, 9.5954486608992927e-06);
        p = __builtin_fma(p, t, -1.7983886401567635e-05);
        p = __builtin_fma(p, t, 3.3520082744942758e-05);
        p = __builtin_fma(p, t, -6.3403423645744288e-05);
        p = __builtin_fma(p, t, 0.0001207566812999092);
        p = __builtin_fma(p, t, -0.000231612399908689);
        p = __builtin_fma(p, t, 0.00044770352066761713);
        p = __builtin_fma(p, t, -0.00086796191710964657);
        p = __builtin_fma(p, t, 0.001733228397964622);
        p = __builtin_fma(p, t, -0.0038942276152851645);
        p = __builtin_fma(p, t, 0.0069470082485650671);
        p = __builtin_fma(p, t, 0.00064264240667390898);
        p = __builtin_fma(p, t, 0.029647118506898225);
        p = __builtin_fma(p, t, -0.3053100245938144);
        p = __builtin_fma(p, t, 0.25397298594624568);
        p = __builtin_fma(p, t, 0.46549262864690605);
        return p;
    }
    if (x < 5.25) {
        double t = (x - 3.957678419314858) - -1.0764340697562706e-16;
        double p = 2.476322900499933e-16;
        p = __builtin_fma(p, t, 1.6962511370498889e-15);
        p = __builtin_fma(p, t, 1.4712215570832296e-15);
        p = __builtin_fma(p, t, -1.4059710778260043e-14);
        p = __builtin_fma(p, t, -3.0903768064529128e-14);
        p = __builtin_fma(p, t, 4.2783940165513405e-14);
        p = __builtin_fma(p, t, 1.6315865870788466e-13);
        p = __builtin_fma(p, t, -2.1170488043259236e-14);
        p = __builtin_fma(p, t, -5.0557540371538433e-13);
        p = __builtin_fma(p, t, -4.9812622370856595e-15);
        p = __builtin_fma(p, t, 2.2460401811276108e-13);
        p = __builtin_fma(p, t, 3.0390125108284835e-12);
        p = __builtin_fma(p, t, -1.1570962988660873e-11);
        p = __builtin_fma(p, t, 4.3853485205934586e-11);
        p = __builtin_fma(p, t, -1.8538175326500634e-10);
        p = __builtin_fma(p, t, 7.6768734448833939e-10);
        p = __builtin_fma(p, t, -3.6571117308538328e-09);
        p = __builtin_fma(p, t, 1.8927644499925981e-08);
        p = __builtin_fma(p, t, -2.1853287142907984e-08);
        p = __builtin_fma(p, t, -2.9348797432493843e-07);
        p = __builtin_fma(p, t, -4.893369354874692e-06);
        p = __builtin_fma(p, t, 5.0922913766269835e-05);
        p = __builtin_fma(p, t, 0.00019526940245404839);
        p = __builtin_fma(p, t, -0.0021835188740440942);
        p = __builtin_fma(p, t, -0.0068525666771111675);
        p = __builtin_fma(p, t, 0.058523822105169925);
        p = __builtin_fma(p, t, 0.050855909592158237);
        p = __builtin_fma(p, t, -0.40254267177502423);
        return p * t;
    }
    if (x < 8.0) {
        double t = (x - 7.0860510603017728) - -8.8352857230854081e-17;
        double p = -7.8781681580543579e-16;
        p = __builtin_fma(p, t, -6.9257375736425014e-15);
        p = __builtin_fma(p, t, -2.0723982263623606e-14);
        p = __builtin_fma(p, t, -1.3571756718626879e-14);
        p = __builtin_fma(p, t, -7.4032828254394373e-14);
        p = __builtin_fma(p, t, -1.2169202248868539e-12);
        p = __builtin_fma(p, t, 2.8274496702472062e-11);
        p = __builtin_fma(p, t, 2.3016297510283778e-10);
        p = __builtin_fma(p, t, -4.7172962877280827e-09);
        p = __builtin_fma(p, t, -3.0984618837401024e-08);
        p = __builtin_fma(p, t, 5.7493503231846852e-07);
        p = __builtin_fma(p, t, 2.7013637666026391e-06);
        p = __builtin_fma(p, t, -4.5951406740983506e-05);
        p = __builtin_fma(p, t, -0.00014060259773721715);
        p = __builtin_fma(p, t, 0.0021759840164507055);
        p = __builtin_fma(p, t, 0.0033183482688954936);
        p = __builtin_fma(p, t, -0.048024070076260625);
        p = __builtin_fma(p, t, -0.021175236556769533);
        p = __builtin_fma(p, t, 0.30009761491047521);
        return p * t;
    }
    return __lockstep_hankel0(x, true);
}

__device__ inline double y1(double x)
{
    if (!(x > 0.0))
        return x == 0.0 ? -__LOCKSTEP_INF : __LOCKSTEP_NAN;
    if (x < 1.0) {
        double s = x * x;
        double p = 2.5344326242947197e-14;
        p = __builtin_fma(p, s, 1.5220327640813163e-13);
        p = __builtin_fma(p, s, -5.6280980266164958e-11);
        p = __builtin_fma(p, s, 8.931692465215351e-09);
        p = __builtin_fma(p, s, -9.9267396164494076e-07);
        p = __builtin_fma(p, s, 7.1642687469178714e-05);
        p = __builtin_fma(p, s, -0.0029553053360748811);
        p = __builtin_fma(p, s, 0.054348688160509882);
        p = __builtin_fma(p, s, -0.19605709064623894);
        double r = log(x) * __lockstep_j1_positive(x) - 1.0 / x;
        return __builtin_fma(0.63661977236758138, r, p * x);
    }
    if (x < 1.5) {
        double t = x - 1.25;
        double p = 0.012368469677254039;
        p = __builtin_fma(p, t, -0.016440051942001849);
        p = __builtin_fma(p, t, 0.017934963795070223);
        p = __builtin_fma(p, t, -0.022146173396277405);
        p = __builtin_fma(p, t, 0.027838779903406986);
        p = __builtin_fma(p, t, -0.034795593950474907);
        p = __builtin_fma(p, t, 0.043443963751094938);
        p = __builtin_fma(p, t, -0.054220415711109096);
        p = __builtin_fma(p, t, 0.067634914602785673);
        p = __builtin_fma(p, t, -0.084298638845036133);
        p = __builtin_fma(p, t, 0.10487132669591388);
        p = __builtin_fma(p, t, -0.13014160179084563);
        p = __builtin_fma(p, t, 0.16353344130935915);
        p = __builtin_fma(p, t, -0.20351178131749706);
        p = __builtin_fma(p, t, 0.18295722756076585);
        p = __builtin_fma(p, t, -0.18509770576394735);
        p = __builtin_fma(p, t, 0.72570808088654726);
        p = __builtin_fma(p, t, -0.58436403661500813);
        return p;
    }
    if (x < 3.25) {
        double t = (x - 2.1971413260310171) - -4.8259835876454966e-17;
        double p = 3.7292366624532096e-10;
        p = __builtin_fma(p, t, -2.4012402942368788e-09);
        p = __builtin_fma(p, t, 6.4261209717175075e-09);
        p = __builtin_fma(p, t, -1.0162775541053987e-08);
        p = __builtin_fma(p, t, 1.596616037561467e-08);
        p = __builtin_fma(p, t, -3.7803768104322349e-08);
        p = __builtin_fma(p, t, 9.3273492367880308e-08);
        p = __builtin_fma(p, t, -2.0609589213413587e-07);
        p = __builtin_fma(p, t, 4.4370321103368961e-07);
        p = __builtin_fma(p, t, -9.7036079672624196e-07);
        p = __builtin_fma(p, t, 2.1334736531425036e-06);
        p = __builtin_fma(p, t, -4.6821117461035638e-06);
        p = __builtin_fma(p, t, 1.0264242221369915e-05);
        p = __builtin_fma(p, t, -2.2490951901436242e-05);
        p = __builtin_fma(p, t, 4.9244177471666809e-05);
        p = __builtin_fma(p, t, -0.00010776046269489573);
        p = __builtin_fma(p, t, 0.00023587000188900843);
        p = __builtin_fma(p, t, -0.00050960130238080588);
        p = __builtin_fma(p, t, 0.0010668529982637209);
        p = __builtin_fma(p, t, -0.0025952416883489983);
        p = __builtin_fma(p, t, 0.0074225533328044603);
        p = __builtin_fma(p, t, -0.0047978116701038421);
        p = __builtin_fma(p, t, -0.032857397405288827);
        p = __builtin_fma(p, t, -0.11851454574909662);
        p = __builtin_fma(p, t, 0.52078641240226753);
        return p * t;
    }
    if (x < 4.25) {
        double t = x - 3.75;
        double p = 4.1154207726188475e-10;
        p = __builtin_fma(p, t, -1.9017361040833565e-09);
        p = __builtin_fma(p, t, 5.6045296498131053e-09);
        p = __builtin_fma(p, t, -2.0190084323869405e-08);
        p = __builtin_fma(p, t, 8.0188863837966224e-08);
        p = __builtin_fma(p, t, -3.4509521436740879e-07);
        p = __builtin_fma(p, t, 7.7874142935838673e-07);
        p = __builtin_fma(p, t, 1.7533334638951103e-06);
        p = __builtin_fma(p, t, 3.5351973986785316e-05);
        p = __builtin_fma(p, t, -0.00041043478238180826);
        p = __builtin_fma(p, t, -0.0006932364594392223);
        p = __builtin_fma(p, t, 0.011891634644682653);
        p = __builtin_fma(p, t, 0.017901901322367419);
        p = __builtin_fma(p, t, -0.18972906629393713);
        p = __builtin_fma(p, t, -0.025641584181364519);
        p = __builtin_fma(p, t, 0.41586877934522709);
        return p;
    }
    if (x < 7.0) {
        double t = (x - 5.4296810407941347) - 4.162514026670377e-16;
        double p = -6.3469977012207414e-16;
        p = __builtin_fma(p, t, 2.4499603410307604e-15);
        p = __builtin_fma(p, t, -2.9808373365302279e-15);
        p = __builtin_fma(p, t, 2.5312939945761479e-14);
        p = __builtin_fma(p, t, -2.1191665307630003e-13);
        p = __builtin_fma(p, t, 1.209499951697764e-12);
        p = __builtin_fma(p, t, -4.4149216197119144e-12);
        p = __builtin_fma(p, t, 2.1963073574428024e-12);
        p = __builtin_fma(p, t, -3.8558344127750058e-10);
        p = __builtin_fma(p, t, 5.5981321507715443e-09);
        p = __builtin_fma(p, t, 2.5505155188798481e-08);
        p = __builtin_fma(p, t, -5.4644213694009109e-07);
        p = __builtin_fma(p, t, -2.8638625391059663e-06);
        p = __builtin_fma(p, t, 4.6458679091736879e-05);
        p = __builtin_fma(p, t, 0.0001466208928932293);
        p = __builtin_fma(p, t, -0.0021659987510952426);
        p = __builtin_fma(p, t, -0.0041601159343905925);
        p = __builtin_fma(p, t, 0.05094793974342085);
        p = __builtin_fma(p, t, 0.031338677444086679);
        p = __builtin_fma(p, t, -0.34031804552344058);
        return p * t;
    }
    if (x < 8.0) {
        double t = x - 7.5;
        double p = 7.2451816886797738e-12;
        p = __builtin_fma(p, t, -2.2461895391561695e-10);
        p = __builtin_fma(p, t, -4.2855611300645165e-09);
        p = __builtin_fma(p, t, 3.5555586805232584e-08);
        p = __builtin_fma(p, t, 4.9328452974990622e-07);
        p = __builtin_fma(p, t, -3.6573191834338261e-06);
        p = __builtin_fma(p, t, -3.6423564713415387e-05);
        p = __builtin_fma(p, t, 0.00023636175182362921);
        p = __builtin_fma(p, t, 0.0015454993551151141);
        p = __builtin_fma(p, t, -0.0083708463739200316);
        p = __builtin_fma(p, t, -0.029412021737168535);
        p = __builtin_fma(p, t, 0.11713664042453384);
        p = __builtin_fma(p, t, 0.15186375421302412);
        p = __builtin_fma(p, t, -0.25912851048611624);
        return p;
    }
    return __lockstep_hankel1(x, true);
}

// Upwards from J0 and J1 where n < x; else downwards from far above, scaled by J0 + 2 (J2 + J4 +
// ...) = 1 (Miller's algorithm). An absolute error of 5e-12 (n = 128).
__device__ inline double jn(int n, double x)
{
    if (n < 0)
        return __LOCKSTEP_NAN;
    if (n < 2)
        return n == 0 ? j0(x) : j1(x);
    double a = __builtin_fabs(x);
    if (!(a > 0.0 && a < __LOCKSTEP_INF))
        return x == x ? 0.0 : x;
    double r = 1.0;
    if (a * a < 1e-16) { // the first term of the series
        for (int k = 1; k <= n; k++)
            r = r * (a * 0.5) / (double)k;
    } else if ((double)n <= a) {
        double before = j0(a);
        r = j1(a);
        for (int k = 1; k < n; k++) {
            double next = __builtin_fma(2.0 * (double)k / a, r, -before);
            before = r;
            r = next;
        }
    } else {
        int start = (n + (int)__builtin_sqrt(80.0 * (double)n) + 10) & ~1;
        double above = 0.0, here = 1e-200, sum = 0.0;
        r = 0.0;
        for (int k = start; k > 0; k--) {
            double below = __builtin_fma(2.0 * (double)k / a, here, -above);
            above = here;
            here = below;
            if (__builtin_fabs(here) > 1e100) {
                above *= 1e-200;
                here *= 1e-200;
                sum *= 1e-200;
                r *= 1e-200;
            }
            r = k - 1 == n ? here : r;
            sum = (k - 1 & 1) == 0 ? sum + here : sum;
        }
        r = r / (2.0 * sum - here);
    }
    return x < 0.0 && (n & 1) != 0 ? -r : r;
}

__device__ inline double yn(int n, double x)
{
    if (n < 0)
        return __LOCKSTEP_NAN;
    if (n < 2)
        return n == 0 ? y0(x) : y1(x);
    double before = y0(x), r = y1(x);
    if (!(x > 0.0 && x < __LOCKSTEP_INF))
        return r;
    for (int k = 1; k < n && r > -__LOCKSTEP_INF; k++) {
        double next = __builtin_fma(2.0 * (double)k / x, r, -before);
        before = r;
        r = next;
    }
    return r;
}

__device__ inline float y0f(float x)
{
    return (float)y0((double)x);
}

__device__ inline float y1f(float x)
{
    return (float)y1((double)x);
}

__device__ inline float jnf(int n, float x)
{
    return (float)jn(n, (double)x);
}

__device__ inline float ynf(int n, float x)
{
    return (float)yn(n, (double)x);
}

#endif
