// SPDX-License-Identifier: Apache-2.0
// Bessel functions of doubles and (by them) of floats. Below 8 polynomials around the function's
// zeros, so that values near a zero keep their relative accuracy; from 8 on Hankel's modulus and
// phase. Polynomials are minimax fits of our own (tests/library/minimax.py), so these functions are
// not the same bits as an H200's. Errors: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_BESSEL_H
#define LOCKSTEP_MATH_BESSEL_H

#include "math_double.h"
#include "math_double_exp.h"
#include "math_double_trig.h"

// J0 (is_second: Y0) for x >= 8: sqrt(2 / (pi x)) m cos(x - 1pi/4 + p / x), m and p of (8 / x)^2.
__device__ inline double __lockstep_hankel0(double x, bool is_second)
{
    double z = 8.0 / x, s = z * z;
    double p = 1.4135287102460828e-10;
    p = __builtin_fma(p, s, -1.0550372287776582e-09);
    p = __builtin_fma(p, s, 3.7118412823338473e-09);
    p = __builtin_fma(p, s, -8.4487017342810803e-09);
    p = __builtin_fma(p, s, 1.4847570819776972e-08);
    p = __builtin_fma(p, s, -2.3877651510652707e-08);
    p = __builtin_fma(p, s, 4.2462592328826895e-08);
    p = __builtin_fma(p, s, -9.9403475119625837e-08);
    p = __builtin_fma(p, s, 3.4859133398965915e-07);
    p = __builtin_fma(p, s, -2.070794335314478e-06);
    p = __builtin_fma(p, s, 2.5272369329608256e-05);
    p = __builtin_fma(p, s, -0.0009765624999992377);
    p = __builtin_fma(p, s, 1.0);
    double modulus = p * rsqrt(x) * 0.79788456080286541; // sqrt(2 / pi)
    p = -1.1398043970094289e-09;
    p = __builtin_fma(p, s, 8.4316603545266308e-09);
    p = __builtin_fma(p, s, -2.9223248418211628e-08);
    p = __builtin_fma(p, s, 6.4802102642249272e-08);
    p = __builtin_fma(p, s, -1.087107343400763e-07);
    p = __builtin_fma(p, s, 1.6130435181665247e-07);
    p = __builtin_fma(p, s, -2.5280336714904664e-07);
    p = __builtin_fma(p, s, 4.9752552415186649e-07);
    p = __builtin_fma(p, s, -1.3990532209568072e-06);
    p = __builtin_fma(p, s, 6.2487116697280526e-06);
    p = __builtin_fma(p, s, -5.1164626498073153e-05);
    p = __builtin_fma(p, s, 0.0010172526041570399);
    p = __builtin_fma(p, s, -0.12499999999999997);
    int quadrant;
    double r = __lockstep_reduce(x, &quadrant);
    r = r + (p / x + 0.78539816339744828); // + pi/4, the quadrant makes it -
    r = __builtin_fabs(x) < __LOCKSTEP_INF ? r : 0.0;
    modulus = x == __LOCKSTEP_INF ? 0.0 : modulus;
    // cos(angle - pi/2 k) = sin(angle + pi/2 (1 - k))
    double sine = sin(r), cosine = cos(r);
    int turn = quadrant - 1 - (is_second ? 1 : 0);
    double y = (turn & 1) != 0 ? -sine : cosine;
    return (turn & 2) != 0 ? -modulus * y : modulus * y;
}

// J1 (is_second: Y1) for x >= 8: sqrt(2 / (pi x)) m cos(x - 3pi/4 + p / x), m and p of (8 / x)^2.
__device__ inline double __lockstep_hankel1(double x, bool is_second)
{
    double z = 8.0 / x, s = z * z;
    double p = -1.5996236068671524e-10;
    p = __builtin_fma(p, s, 1.1958925400947511e-09);
    p = __builtin_fma(p, s, -4.2183185204086806e-09);
    p = __builtin_fma(p, s, 9.6436673627819282e-09);
    p = __builtin_fma(p, s, -1.7080343976380779e-08);
    p = __builtin_fma(p, s, 2.7856919084452153e-08);
    p = __builtin_fma(p, s, -5.0745191828951838e-08);
    p = __builtin_fma(p, s, 1.2348426930053644e-07);
    p = __builtin_fma(p, s, -4.6131665363366147e-07);
    p = __builtin_fma(p, s, 3.0719659305753766e-06);
    p = __builtin_fma(p, s, -4.7206878600167292e-05);
    p = __builtin_fma(p, s, 0.0029296874999991435);
    p = __builtin_fma(p, s, 1.0);
    double modulus = p * rsqrt(x) * 0.79788456080286541; // sqrt(2 / pi)
    p = 1.2694447119288061e-09;
    p = __builtin_fma(p, s, -9.4284258296930462e-09);
    p = __builtin_fma(p, s, 3.2845948897517678e-08);
    p = __builtin_fma(p, s, -7.3338787776311136e-08);
    p = __builtin_fma(p, s, 1.2424795231605669e-07);
    p = __builtin_fma(p, s, -1.8712389666242741e-07);
    p = __builtin_fma(p, s, 3.0013971822961308e-07);
    p = __builtin_fma(p, s, -6.1237711570828551e-07);
    p = __builtin_fma(p, s, 1.8251291669583524e-06);
    p = __builtin_fma(p, s, -9.0385188233835528e-06);
    p = __builtin_fma(p, s, 9.055137561246887e-05);
    p = __builtin_fma(p, s, -0.0025634765624865754);
    p = __builtin_fma(p, s, 0.37499999999999994);
    int quadrant;
    double r = __lockstep_reduce(x, &quadrant);
    r = r + (p / x + 0.78539816339744828); // + pi/4, the quadrant makes it -
    r = __builtin_fabs(x) < __LOCKSTEP_INF ? r : 0.0;
    modulus = x == __LOCKSTEP_INF ? 0.0 : modulus;
    // cos(angle - pi/2 k) = sin(angle + pi/2 (1 - k))
    double sine = sin(r), cosine = cos(r);
    int turn = quadrant - 2 - (is_second ? 1 : 0);
    double y = (turn & 1) != 0 ? -sine : cosine;
    return (turn & 2) != 0 ? -modulus * y : modulus * y;
}

// J0 for 0 <= x
__device__ inline double __lockstep_j0_positive(double x)
{
    if (x < 1.5) {
        double s = x * x;
        double p = 9.0902422872668742e-15;
        p = __builtin_fma(p, s, -2.4015331879956795e-12);
        p = __builtin_fma(p, s, 4.7094730044844127e-10);
        p = __builtin_fma(p, s, -6.7816836198237598e-08);
        p = __builtin_fma(p, s, 6.7816840244812827e-06);
        p = __builtin_fma(p, s, -0.00043402777777627716);
        p = __builtin_fma(p, s, 0.01562499999999966);
        p = __builtin_fma(p, s, -0.24999999999999997);
        p = __builtin_fma(p, s, 1.0);
        return p;
    }
    if (x < 4.0) {
        double t = (x - 2.4048255576957729) - -1.176691651530894e-16;
        double p = 6.1721392699755629e-15;
        p = __builtin_fma(p, t, -3.763499849469496e-14);
        p = __builtin_fma(p, t, 5.6153127424804719e-14);
        p = __builtin_fma(p, t, 1.5673234679832734e-13);
        p = __builtin_fma(p, t, 1.4153980447016003e-12);
        p = __builtin_fma(p, t, -2.5247777554854482e-11);
        p = __builtin_fma(p, t, -3.1638357306136777e-10);
        p = __builtin_fma(p, t, 4.3263381924027163e-09);
        p = __builtin_fma(p, t, 4.4700393541521219e-08);
        p = __builtin_fma(p, t, -5.3049124507465245e-07);
        p = __builtin_fma(p, t, -4.3388262402387398e-06);
        p = __builtin_fma(p, t, 4.3729192647500797e-05);
        p = __builtin_fma(p, t, 0.00026437703674658266);
        p = __builtin_fma(p, t, -0.0021942003589987095);
        p = __builtin_fma(p, t, -0.008657669593304735);
        p = __builtin_fma(p, t, 0.05660177443794457);
        p = __builtin_fma(p, t, 0.1079387017549201);
        p = __builtin_fma(p, t, -0.51914749728946674);
        return p * t;
    }
    if (x < 7.0) {
        double t = (x - 5.5200781102863106) - 8.0885971461467223e-17;
        double p = -9.2384427749600004e-17;
        p = __builtin_fma(p, t, -3.6549239950526439e-17);
        p = __builtin_fma(p, t, 1.3984939064867601e-15);
        p = __builtin_fma(p, t, 5.7428366967930697e-15);
        p = __builtin_fma(p, t, -1.2538798120828353e-13);
        p = __builtin_fma(p, t, -1.3812469313239455e-12);
        p = __builtin_fma(p, t, 2.746367520983921e-11);
        p = __builtin_fma(p, t, 2.5922227227107503e-10);
        p = __builtin_fma(p, t, -4.6834127794216726e-09);
        p = __builtin_fma(p, t, -3.5115361453950546e-08);
        p = __builtin_fma(p, t, 5.7164908566769249e-07);
        p = __builtin_fma(p, t, 3.1997869078466589e-06);
        p = __builtin_fma(p, t, -4.6521090747629528e-05);
        p = __builtin_fma(p, t, -0.00017518572899451618);
        p = __builtin_fma(p, t, 0.0022574402290351744);
        p = __builtin_fma(p, t, 0.0046310421459077027);
        p = __builtin_fma(p, t, -0.052988552867604927);
        p = __builtin_fma(p, t, -0.030820651425593652);
        p = __builtin_fma(p, t, 0.34026480655836816);
        return p * t;
    }
    if (x < 8.0) {
        double t = x - 7.5;
        double p = -2.3139667669935855e-11;
        p = __builtin_fma(p, t, 2.4397812616793559e-10);
        p = __builtin_fma(p, t, 4.3960858987711911e-09);
        p = __builtin_fma(p, t, -3.7960148206858229e-08);
        p = __builtin_fma(p, t, -5.0016500558147901e-07);
        p = __builtin_fma(p, t, 3.9189530684495361e-06);
        p = __builtin_fma(p, t, 3.6750187602217383e-05);
        p = __builtin_fma(p, t, -0.00025635005557629934);
        p = __builtin_fma(p, t, -0.0015240951806882634);
        p = __builtin_fma(p, t, 0.0090830067484884026);
        p = __builtin_fma(p, t, 0.027658591497190806);
        p = __builtin_fma(p, t, -0.12415326710154126);
        p = __builtin_fma(p, t, -0.13524842757970551);
        p = __builtin_fma(p, t, 0.26633965788037839);
        return p;
    }
    return __lockstep_hankel0(x, false);
}

// J1 for 0 <= x
__device__ inline double __lockstep_j1_positive(double x)
{
    if (x < 2.0) {
        double s = x * x;
        double p = -1.3850207551360792e-18;
        p = __builtin_fma(p, s, 5.2091873235858527e-16);
        p = __builtin_fma(p, s, -1.5017308864883547e-13);
        p = __builtin_fma(p, s, 3.3639299221910362e-11);
        p = __builtin_fma(p, s, -5.6514033458460983e-09);
        p = __builtin_fma(p, s, 6.7816840276757635e-07);
        p = __builtin_fma(p, s, -5.425347222221709e-05);
        p = __builtin_fma(p, s, 0.0026041666666666657);
        p = __builtin_fma(p, s, -0.0625);
        p = __builtin_fma(p, s, 0.5);
        return p * x;
    }
    if (x < 5.4000000000000004) {
        double t = (x - 3.8317059702075125) - -1.5269184090088067e-16;
        double p = 7.1522863554848604e-18;
        p = __builtin_fma(p, t, 2.0980507955708523e-17);
        p = __builtin_fma(p, t, -6.3543520631798588e-17);
        p = __builtin_fma(p, t, -6.6902049088870514e-16);
        p = __builtin_fma(p, t, -4.6326246501560658e-15);
        p = __builtin_fma(p, t, 1.2541697392365198e-13);
        p = __builtin_fma(p, t, 1.2453600158741518e-12);
        p = __builtin_fma(p, t, -2.7992237422158399e-11);
        p = __builtin_fma(p, t, -2.3621843468307619e-10);
        p = __builtin_fma(p, t, 4.7353864229136323e-09);
        p = __builtin_fma(p, t, 3.2482862099461702e-08);
        p = __builtin_fma(p, t, -5.7278057951719589e-07);
        p = __builtin_fma(p, t, -3.0368633800003416e-06);
        p = __builtin_fma(p, t, 4.6208701301100866e-05);
        p = __builtin_fma(p, t, 0.0001746642907201176);
        p = __builtin_fma(p, t, -0.0022331253391486843);
        p = __builtin_fma(p, t, -0.0051797192456385895);
        p = __builtin_fma(p, t, 0.053410444132724992);
        p = __builtin_fma(p, t, 0.052556145856977238);
        p = __builtin_fma(p, t, -0.40275939570255298);
        return p * t;
    }
    if (x < 8.0) {
        double t = (x - 7.0155866698156188) - -9.4141656534103889e-17;
        double p = -1.0379898107799392e-15;
        p = __builtin_fma(p, t, -4.4591794667621529e-15);
        p = __builtin_fma(p, t, 1.1900096292226256e-15);
        p = __builtin_fma(p, t, 3.1239280026145417e-14);
        p = __builtin_fma(p, t, -1.026616713364868e-13);
        p = __builtin_fma(p, t, -1.1801273309619408e-12);
        p = __builtin_fma(p, t, 2.7931680730390801e-11);
        p = __builtin_fma(p, t, 2.0659678533652457e-10);
        p = __builtin_fma(p, t, -4.7203769110930558e-09);
        p = __builtin_fma(p, t, -2.7273460917290651e-08);
        p = __builtin_fma(p, t, 5.6652692029226335e-07);
        p = __builtin_fma(p, t, 2.4015808044482738e-06);
        p = __builtin_fma(p, t, -4.4991475268712566e-05);
        p = __builtin_fma(p, t, -0.00012550790955188722);
        p = __builtin_fma(p, t, 0.0021055871432406029);
        p = __builtin_fma(p, t, 0.0031302917260479881);
        p = __builtin_fma(p, t, -0.046970478949740713);
        p = __builtin_fma(p, t, -0.021389212809341574);
        p = __builtin_fma(p, t, 0.30011575252613254);
        return p * t;
    }
    return __lockstep_hankel1(x, false);
}

// 7 ulp below 8, above an absolute error of 5e-12; so all four.
__device__ inline double j0(double x)
{
    return __lockstep_j0_positive(__builtin_fabs(x));
}

__device__ inline double j1(double x)
{
    double r = __lockstep_j1_positive(__builtin_fabs(x));
    return x < 0.0 ? -r : x == 0.0 ? x : r;
}

__device__ inline float j0f(float x)
{
    return (float)j0((double)x);
}

__device__ inline float j1f(float x)
{
    return (float)j1((double)x);
}

#endif
