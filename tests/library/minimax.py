# SPDX-License-Identifier: Apache-2.0
# Where the polynomials of isa/cuda/library/math_*.h come from: weighted least squares at Chebyshev points,
# re-weighted towards the largest error (Lawson), the leading coefficients rounded to the format one by
# one and the rest fitted again. Needs mpmath; prints a row a polynomial: coefficients from the lowest
# power, and log2 of the relative error. Run: python3 minimax.py [NAME]
import struct
import sys

import mpmath as M
from mpmath import cos, lu_solve, matrix, mp, mpf, pi

mp.dps = 60


def f32(x): return mpf(struct.unpack('f', struct.pack('f', float(x)))[0])


def f64(x): return mpf(float(x))


def fit(g, lo, hi, n, w=lambda x: mpf(1), fmt=f64, sequential=3, fixed=(), points=None, lawson=4):
    """n coefficients c0..: min max |w(x) (sum c_k x^k - g(x))|; rounds the first ones one at a time"""
    lo, hi = mpf(lo), mpf(hi)
    N = points or 5*n+10
    xs = [(lo+hi)/2 + (hi-lo)/2*cos(pi*(2*i+1)/(2*N)) for i in range(N)]
    gs = [g(x) for x in xs]; ws = [w(x) for x in xs]
    c = [fmt(v) for v in fixed]
    lam = [mpf(1)]*N
    def solve(k0, lam):
        rows = [[x**k for k in range(k0, n)] for x in xs]
        rhs = [gs[i] - sum(c[k]*xs[i]**k for k in range(k0)) for i in range(N)]
        m = n-k0
        A = matrix(m, m); b = matrix(m, 1)
        for i in range(N):
            q = lam[i]*ws[i]**2; r = rows[i]
            for a in range(m):
                t = q*r[a]; b[a] += t*rhs[i]
                for d in range(a, m): A[a, d] += t*r[d]
        for a in range(m):
            for d in range(a): A[a, d] = A[d, a]
        s = lu_solve(A, b)
        err = [abs(ws[i]*(sum(s[a]*rows[i][a] for a in range(m)) - rhs[i])) for i in range(N)]
        return list(s), err
    s, err = solve(len(c), lam)
    for _ in range(lawson):
        top = max(err)
        if top == 0: break
        lam = [lam[i]*(err[i]/top + mpf('0.02')) for i in range(N)]
        s, err = solve(len(c), lam)
    ideal = max(err)
    while len(c) < n and len(c) < sequential + len(fixed):
        c.append(fmt(s[0]))
        if len(c) < n: s, err = solve(len(c), lam)
    if len(c) < n: c += [fmt(v) for v in s]
    e = max(abs(ws[i]*(sum(c[k]*xs[i]**k for k in range(n)) - gs[i])) for i in range(N))
    return c, ideal, e


def odd(f):
    """f(x) = x + x^3 p(x^2): p as a function of s = x^2, and the weight that makes its error relative."""
    root = M.sqrt
    return (lambda s: (f(root(s)) - root(s)) / root(s) ** 3, lambda s: root(s) ** 3 / f(root(s)))


def whole(f):
    return (f, lambda x: 1 / abs(f(x)))


def beyond_square(f):
    """f(x) = x + x^2 p(x)"""
    return (lambda x: (f(x) - x) / x**2, lambda x: x * x / f(x))


def erfcx(x):
    if x < 60:
        return M.exp(x * x) * M.erfc(x)
    term, total = mpf(1), mpf(1)
    for k in range(1, 12):
        term *= -(2 * k - 1) / (2 * x * x)
        total += term
    return total / (x * M.sqrt(pi))


def erfcx_of(k):
    return lambda t: (lambda x: erfcx(x) * (1 + 2 * x))(k * (1 + t) / (1 - t))


def erfinv_ratio(w):
    """erfinv(x) / x for w = -log(1 - x^2), by Halley's steps"""
    x = M.sqrt(-M.expm1(-w))
    c = M.exp(-w) / (1 + x)
    y = M.sqrt(w) * mpf('0.8') if w < 4 else M.sqrt(w - M.log(M.sqrt(pi * w)))
    for _ in range(12):
        f = (M.erf(y) - x if w < 2 else c - M.erfc(y)) * M.sqrt(pi) / 2 * M.exp(y * y)
        y -= f / (1 + y * f)
    return y / x


def atanh_log(s):
    return (2 * M.atanh(M.sqrt(s) / 2)) / M.sqrt(s)


HALF_LN2 = M.log(2) / 2
QUARTER = (pi / 4) ** 2
TINY = mpf('1e-12')
# name, (function, weight), low, high, coefficients, format
FITS = [
    ('sinf', odd(M.sin), TINY, QUARTER, 3, f32),
    ('cosf', (lambda s: (M.cos(M.sqrt(s)) - 1) / s, lambda s: s / M.cos(M.sqrt(s))), TINY, QUARTER, 4, f32),
    ('tanf', odd(M.tan), TINY, QUARTER, 6, f32),
    ('log1pf', beyond_square(M.log1p), mpf(-1) / 3, mpf(1) / 3, 9, f32),
    ('expm1f', beyond_square(M.expm1), -HALF_LN2, HALF_LN2, 6, f32),
    ('asinf', odd(M.asin), TINY, mpf('0.32'), 5, f32),
    ('atanf', odd(M.atan), TINY, 1, 8, f32),
    ('tanhf', odd(M.tanh), TINY, mpf('0.37'), 4, f32),
    ('sinhf', odd(M.sinh), TINY, mpf('1.01'), 4, f32),
    ('powf log2', (lambda s: (atanh_log(s) - 1) / M.log(2) / s, lambda s: s), TINY, mpf('0.1178'), 4, f32),
    ('powf exp2', (lambda f: (2**f - 1) / f, lambda f: f / 2**f), -0.5, 0.5, 6, f32),
    ('erff small', (lambda s: M.erf(M.sqrt(s)) / M.sqrt(s) - 1, lambda s: M.sqrt(s) / M.erf(M.sqrt(s))), TINY, mpf('1.01'), 7, f32),
    ('erff large', (lambda a: (M.log(M.erfc(a), 2) + a) / a, lambda a: a * M.erfc(a)), 1, 4, 7, f32),
    ('erfcxf', whole(erfcx_of(2)), -1, mpf('0.999999'), 12, f32),
    ('erfinvf near', whole(lambda v: erfinv_ratio(v + mpf(5) / 2)), mpf('-2.4999999'), mpf('2.5'), 10, f32),
    ('erfinvf middle', whole(lambda v: erfinv_ratio((v + 3) ** 2)), mpf('-0.765'), mpf('1.11'), 11, f32),
    ('erfinvf far', whole(lambda v: erfinv_ratio((v + 7) ** 2)), mpf('-2.91'), mpf('3.3'), 10, f32),
    ('exp', beyond_square(M.expm1), -HALF_LN2, HALF_LN2, 11, f64),
    ('log', (lambda s: (atanh_log(s) - 1) / s, lambda s: s), TINY, mpf('0.1179'), 8, f64),
    ('pow log', (lambda s: (atanh_log(s) - 1 - s / 12) / s**2, lambda s: s * s), TINY, mpf('0.1179'), 8, f64),
    ('sin', odd(M.sin), TINY, QUARTER, 6, f64),
    ('cos', (lambda s: (M.cos(M.sqrt(s)) - 1 + s / 2) / s**2, lambda s: s * s / M.cos(M.sqrt(s))), mpf('1e-9'), QUARTER, 6, f64),
    ('tan', odd(M.tan), TINY, QUARTER, 15, f64),
    ('asin', odd(M.asin), TINY, mpf('0.3307'), 14, f64),
    ('atan', odd(M.atan), TINY, 1, 20, f64),
    ('tanh', odd(M.tanh), TINY, mpf('0.31'), 11, f64),
    ('sinh', odd(M.sinh), TINY, mpf('1.001'), 7, f64),
    ('erf', (lambda s: M.erf(M.sqrt(s)) / M.sqrt(s) - 1, lambda s: M.sqrt(s) / M.erf(M.sqrt(s))), TINY, mpf('1.001'), 14, f64),
    ('erfcx', whole(erfcx_of(3)), -1, mpf('0.9999999'), 26, f64),
    ('lgamma', whole(lambda w: M.loggamma(2 + w) / ((1 + w) * w)), mpf('-0.5'), mpf('0.5'), 22, f64),
    ('gamma', whole(lambda w: M.gamma(2 + w)), mpf('-0.5'), mpf('0.5'), 22, f64),
    # The pieces of the Bessel functions: around a zero f(zero + t) / t, elsewhere f(middle + t).
    ('j0 small', whole(lambda s: M.besselj(0, M.sqrt(s))), mpf('1e-9'), mpf('2.25'), 9, f64),
    ('j1 small', whole(lambda s: M.besselj(1, M.sqrt(s)) / M.sqrt(s)), mpf('1e-9'), 4, 10, f64),
]

if __name__ == '__main__':
    for name, (function, weight), low, high, count, form in FITS:
        if len(sys.argv) > 1 and sys.argv[1] != name:
            continue
        c, _, error = fit(function, low, high, count, weight, form, points=5 * count + 20)
        digits = '%.9gf' if form is f32 else '%.17g'
        print('%s: 2^%.1f\n    %s' % (name, float(M.log(error, 2)), ', '.join(digits % float(v) for v in c)), flush=True)
