// SPDX-License-Identifier: Apache-2.0
// Prices of European options by the Black-Scholes formula, two options a thread by float2, with the
// polynomial for the normal distribution; the library's and the fast functions.
#include <math.h>

#include "corpus.h"

#define DIV_UP(a, b) (((a) + (b)-1) / (b))

__device__ inline float cndGPU(float d)
{
    const float A1 = 0.31938153f;
    const float A2 = -0.356563782f;
    const float A3 = 1.781477937f;
    const float A4 = -1.821255978f;
    const float A5 = 1.330274429f;
    const float RSQRT2PI = 0.39894228040143267793994605993438f;

    float K = __fdividef(1.0f, (1.0f + 0.2316419f * fabsf(d)));

    float cnd =
        RSQRT2PI * __expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));

    if (d > 0)
        cnd = 1.0f - cnd;

    return cnd;
}

__device__ inline void BlackScholesBodyGPU(float &CallResult, float &PutResult, float S, float X,
                                           float T, float R, float V)
{
    float sqrtT = __fdividef(1.0F, rsqrtf(T));
    float d1 = __fdividef(__logf(S / X) + (R + 0.5f * V * V) * T, V * sqrtT);
    float d2 = d1 - V * sqrtT;
    float CNDD1 = cndGPU(d1);
    float CNDD2 = cndGPU(d2);

    float expRT = __expf(-R * T);
    CallResult = S * CNDD1 - X * expRT * CNDD2;
    PutResult = X * expRT * (1.0f - CNDD2) - S * (1.0f - CNDD1);
}

__launch_bounds__(128) __global__
    void BlackScholesGPU(float2 *__restrict d_CallResult, float2 *__restrict d_PutResult,
                         float2 *__restrict d_StockPrice, float2 *__restrict d_OptionStrike,
                         float2 *__restrict d_OptionYears, float Riskfree, float Volatility,
                         int optN)
{
    const int opt = blockDim.x * blockIdx.x + threadIdx.x;
    if (opt < (optN / 2)) {
        float callResult1, callResult2;
        float putResult1, putResult2;
        BlackScholesBodyGPU(callResult1, putResult1, d_StockPrice[opt].x, d_OptionStrike[opt].x,
                            d_OptionYears[opt].x, Riskfree, Volatility);
        BlackScholesBodyGPU(callResult2, putResult2, d_StockPrice[opt].y, d_OptionStrike[opt].y,
                            d_OptionYears[opt].y, Riskfree, Volatility);
        d_CallResult[opt] = make_float2(callResult1, callResult2);
        d_PutResult[opt] = make_float2(putResult1, putResult2);
    }
}

// The distribution from the error function, in the precision of Real.
template <typename Real>
__global__ void blackScholesExact(Real *call, Real *put, const float *price, const float *strike,
                                  const float *years, Real rate, Real volatility, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n)
        return;
    Real s = price[i], x = strike[i], t = years[i];
    Real spread = volatility * sqrt(t);
    Real d1 = (log(s / x) + (rate + volatility * volatility / 2) * t) / spread;
    Real d2 = d1 - spread;
    const Real half = Real(0.5), root = Real(M_SQRT1_2);
    Real n1 = half * erfc(-d1 * root), n2 = half * erfc(-d2 * root);
    Real discounted = x * exp(-rate * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1 - n2) - s * (1 - n1);
}

float RandFloat(Random &random, float low, float high)
{
    float t = random.uniform();
    return (1.0f - t) * low + t * high;
}

int main(int argc, char **argv)
{
    const int OPT_N = 6000;
    const float RISKFREE = 0.02f, VOLATILITY = 0.30f;
    Random random(5347);
    std::vector<float> price(OPT_N), strike(OPT_N), years(OPT_N);
    for (int i = 0; i < OPT_N; i++) {
        price[i] = RandFloat(random, 20.0f, 30.0f);
        strike[i] = RandFloat(random, 15.0f, 35.0f);
        years[i] = RandFloat(random, 0.25f, 10.0f);
    }
    float *d_price = to_device(price), *d_strike = to_device(strike), *d_years = to_device(years);
    float *d_call = on_device<float>(OPT_N), *d_put = on_device<float>(OPT_N);

    BlackScholesGPU<<<DIV_UP((OPT_N / 2), 128), 128>>>(
        (float2 *)d_call, (float2 *)d_put, (float2 *)d_price, (float2 *)d_strike,
        (float2 *)d_years, RISKFREE, VOLATILITY, OPT_N);
    print_rounded("fast call", d_call, OPT_N, 3);
    print_rounded("fast put", d_put, OPT_N, 3);

    blackScholesExact<float><<<DIV_UP(OPT_N, 128), 128>>>(d_call, d_put, d_price, d_strike,
                                                          d_years, RISKFREE, VOLATILITY, OPT_N);
    print_rounded("float call", d_call, OPT_N, 4);
    print_rounded("float put", d_put, OPT_N, 4);

    const int few = 1000;
    double *call = on_device<double>(few), *put = on_device<double>(few);
    blackScholesExact<double>
        <<<DIV_UP(few, 64), 64>>>(call, put, d_price, d_strike, d_years, 0.02, 0.3, few);
    print_rounded("double call", call, few, 9);
    print_rounded("double put", put, few, 9);

    std::vector<double> calls = to_host(call, few);
    double worst = 0;
    for (int i = 0; i < few; i++) {
        double t = years[i], spread = 0.3 * sqrt(t);
        double d1 = (log((double)price[i] / strike[i]) + (0.02 + 0.3 * 0.3 / 2) * t) / spread;
        double expected = price[i] * 0.5 * erfc(-d1 * M_SQRT1_2) -
                          strike[i] * exp(-0.02 * t) * 0.5 * erfc(-(d1 - spread) * M_SQRT1_2);
        worst = fmax(worst, fabs(expected - calls[i]));
    }
    printf("double calls as on the host: %s\n", worst < 1e-12 * 40 ? "yes" : "NO");
    for (void *pointer : {(void *)d_price, (void *)d_strike, (void *)d_years, (void *)d_call,
                          (void *)d_put, (void *)call, (void *)put})
        CHECK(cudaFree(pointer));
    return 0;
}
