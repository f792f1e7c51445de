#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# jumps.py: writes lockstep_curand_jumps.h, the powers of x by which cuRAND's linear generators skip ahead.
#
# A linear generator with the characteristic polynomial p that takes n steps has applied the polynomial x^n mod p to its
# state. The powers stand for the digits of n: the product of those of its digits is x^n. `jumps.py --check FILE` compares.
import sys

STATE_BITS = 160
MRG = ((4294967087, (0, 1403580, -810728)), (4294944443, (527612, 0, -1370589)))


def xorwow_step(v):
    """Marsaglia, Xorshift RNGs, 2003, section 3.1: the part of xorwow that is linear."""
    t = v[0] ^ v[0] >> 2
    return v[1:] + [(v[4] ^ v[4] << 4 ^ t ^ t << 1) & 0xFFFFFFFF]


def characteristic():
    """Berlekamp and Massey's shortest recurrence for one bit of the state."""
    v, bits = [1, 0, 0, 0, 0], []
    for _ in range(3 * STATE_BITS):
        bits.append(v[4] & 1)
        v = xorwow_step(v)
    c, b, length, since = 1, 1, 0, 1
    for n in range(len(bits)):
        difference = 0
        for i in range(length + 1):
            difference ^= (c >> i & 1) & bits[n - i]
        if difference == 0:
            since += 1
        elif 2 * length <= n:
            c, b, length, since = c ^ b << since, c, n + 1 - length, 1
        else:
            c, since = c ^ b << since, since + 1
    assert length == STATE_BITS
    return int(bin(c)[2:].zfill(length + 1)[::-1], 2)  # the reciprocal of the connection polynomial


P = characteristic()


def times(a, b):
    product = 0
    while b:
        product ^= a * (b & 1)
        a, b = a << 1, b >> 1
        a ^= P * (a >> STATE_BITS)
    return product


def power(a, n, multiply, one):
    result = one
    while n:
        result = multiply(result, a) if n & 1 else result
        a, n = multiply(a, a), n >> 1
    return result


def xorwow_rows(first):
    """x^(first * digit * 16^k) for k = 0 .. 15, digit = 1 .. 15."""
    base = power(2, first, times, 1)
    for _ in range(16):
        row = base
        for _ in range(15):
            yield [row >> 32 * i & 0xFFFFFFFF for i in range(5)]
            row = times(row, base)
        base = row  # of digit 16


def mrg_times(m, c):
    """Products modulo x^3 - c[0] x^2 - c[1] x - c[2] and m."""
    def multiply(a, b):
        r = [0] * 5
        for i in range(3):
            for k in range(3):
                r[i + k] += a[i] * b[k]
        for i in (4, 3):
            for k in range(3):
                r[i - 1 - k] += r[i] * c[k]
        return [value % m for value in r[:3]]
    return multiply


def mrg_rows(first):
    """x^(first * 2^k) of both components for k = 0 .. 63."""
    columns = []
    for m, c in MRG:
        multiply = mrg_times(m, c)
        base, column = power([0, 1, 0], first, multiply, [1, 0, 0]), []
        for _ in range(64):
            column.append(base)
            base = multiply(base, base)
        columns.append(column)
    for one, two in zip(*columns):
        yield one + two


def table(name, sizes, kinds):
    lines = ["static __device__ const unsigned int %s[%d]%s = {" % (name, len(kinds), sizes)]
    for kind in kinds:
        lines.append("    {")
        for row in kind:
            lines.append("        {" + ", ".join("0x%08x" % word for word in row) + "},")
        lines.append("    },")
    return lines + ["};"]


def text():
    lines = ["// SPDX-License-Identifier: Apache-2.0",
             "// Made by isa/cuda/library/curand/jumps.py, which says what the numbers are: change that.",
             "#pragma once",
             "enum __lockstep_jump { __lockstep_steps, __lockstep_subsequences, __lockstep_sequences };",
             "// x^(d * 16^k) and x^(2^67 * d * 16^k) in row 15 * k + d - 1; the lowest coefficient first."]
    lines += table("__lockstep_xorwow_jumps", "[240][5]", [list(xorwow_rows(1)), list(xorwow_rows(1 << 67))])
    lines += ["// x^(2^k), x^(2^76 * 2^k) and x^(2^127 * 2^k) in row k: three coefficients for each component."]
    lines += table("__lockstep_mrg_jumps", "[64][6]", [list(mrg_rows(1 << bit)) for bit in (0, 76, 127)])
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        with open(sys.argv[2]) as file:
            sys.exit(0 if file.read() == text() else sys.argv[2] + " is not what jumps.py writes")
    sys.stdout.write(text())
