#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random kernels of float sums, products, short branches and loops, whose results tell which products
a compiler fused, in which order it added and what it computed in single precision.

random_sums.py generate FIRST COUNT            prints one CUDA program of COUNT kernels, seeds FIRST on;
                                               the program prints "seed hash" for each
random_sums.py check RECORDED DIFFERENT COMMAND...
    runs COMMAND with a program of the recorded seeds (the file's lines are "seed hash", from a real GPU)
    and fails when other seeds than those in DIFFERENT (a comma-separated list, or -) print another hash;
    exits with 77 where COMMAND needs nvcc and it is missing
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile

CONSTANTS = ["2.0f", "0.5f", "1.5f", "-2.0f", "3.0f", "-1.0f", "0.1f", "-0.25f", "4.0f"]
DOUBLES = ["0.5", "2.0", "0.1", "1.0", "-3.0"]
INPUTS = 6
THREADS = 64
RESULTS = 4
KERNELS = 50  # of one program


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = [f"x{i}" for i in range(INPUTS)]
        self.lines = []
        self.next = 0

    def name(self):
        # Recent values are read more often, so that most of the kernel matters.
        if self.random.random() < 0.5:
            return self.random.choice(self.names[-4:])
        return self.random.choice(self.names)

    def leaf(self):
        roll = self.random.random()
        if roll < 0.85:
            return self.name()
        return self.random.choice(CONSTANTS)

    def term(self, depth):
        roll = self.random.random()
        if depth == 0 or roll < 0.15:
            return self.leaf()
        if roll < 0.50:
            return f"{self.term(depth - 1)} * {self.factor(depth - 1)}"
        if roll < 0.54:
            return f"{self.factor(depth - 1)} / {self.name()}"
        if roll < 0.58:
            return f"fminf({self.expression(depth - 1)}, {self.name()})"
        if roll < 0.62:
            return f"fabsf({self.expression(depth - 1)})"
        if roll < 0.67:
            return f"{self.factor(depth - 1)} * {self.random.choice(DOUBLES)}"
        return f"({self.expression(depth - 1)})"

    def factor(self, depth):
        roll = self.random.random()
        if roll < 0.08:
            return f"-{self.name()}"
        return f"({self.expression(depth)})" if depth > 0 and roll < 0.4 else self.leaf()

    def expression(self, depth):
        text = self.term(depth)
        for _ in range(self.random.choice([0, 1, 1, 1, 2, 3])):
            text += self.random.choice([" + ", " + ", " - "]) + self.term(depth)
        return text

    def condition(self):
        left, right = self.name(), self.leaf()
        roll = self.random.random()
        if roll < 0.2:
            return f"n {self.random.choice(['<', '>', '=='])} {self.random.randrange(8)}"
        if roll < 0.3:
            return f"{left} > {right} && {self.name()} < {self.name()}"
        return f"{left} {self.random.choice(['<', '>', '<=', '>='])} {right}"

    def assignable(self):
        made = [name for name in self.names if name.startswith("v")]
        return self.random.choice(made) if made else None

    def update(self, indent):
        target = self.assignable()
        operator = self.random.choice(["=", "+=", "+=", "-=", "*="])
        return f"{indent}{target} {operator} {self.expression(1)};"

    def statement(self):
        roll = self.random.random()
        if roll < 0.55 or self.assignable() is None:
            name = f"v{self.next}"
            self.next += 1
            self.lines.append(f"    float {name} = {self.expression(self.random.choice([1, 2, 2]))};")
            self.names.append(name)
        elif roll < 0.75:
            self.lines.append(self.update("    "))
        elif roll < 0.92:
            self.lines.append(f"    if ({self.condition()}) {{")
            for _ in range(self.random.choice([1, 1, 2])):
                self.lines.append(self.update("        "))
            if self.random.random() < 0.5:
                self.lines.append("    } else {")
                self.lines.append(self.update("        "))
            self.lines.append("    }")
        else:
            bound = self.random.choice(["3", "4", "n", "16"])
            self.lines.append(f"    for (int i = 0; i < {bound}; i++) {{")
            for _ in range(self.random.choice([1, 1, 2])):
                self.lines.append(self.update("        "))
            if self.random.random() < 0.3:
                self.lines.append(f"        {self.assignable()} += {self.name()} * i;")
            self.lines.append("    }")

    def text(self, seed):
        for _ in range(self.random.randrange(4, 11)):
            self.statement()
        made = self.names[INPUTS:]
        loads = "\n".join(f"    float x{i} = in[t * {INPUTS} + {i}];" for i in range(INPUTS))
        results = [self.expression(1)] + [self.random.choice(made) for _ in range(RESULTS - 1)]
        stores = "\n".join(f"    out[t * {RESULTS} + {i}] = {text};" for i, text in enumerate(results))
        body = "\n".join(self.lines)
        return (f"__global__ void k{seed}(const float *in, const int *counts, float *out)\n{{\n"
                f"    int t = blockIdx.x * blockDim.x + threadIdx.x, n = counts[t];\n{loads}\n{body}\n{stores}\n}}\n")


MAIN = """
typedef void (*Kernel)(const float *, const int *, float *);

static void run(int seed, Kernel kernel)
{
    static float in[%(threads)d * %(inputs)d], out[%(threads)d * %(results)d];
    static int counts[%(threads)d];
    unsigned state = 12345u + seed;
    for (int i = 0; i < %(threads)d * %(inputs)d; i++) {
        state = state * 1664525u + 1013904223u;
        in[i] = (float)(int)(state >> 4) * (4.0f / 268435456.0f) - 2.0f;
    }
    for (int i = 0; i < %(threads)d; i++) {
        state = state * 1664525u + 1013904223u;
        counts[i] = state >> 29;
    }
    float *device_in, *device_out;
    int *device_counts;
    cudaMalloc(&device_in, sizeof in);
    cudaMalloc(&device_out, sizeof out);
    cudaMalloc(&device_counts, sizeof counts);
    cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpy(device_counts, counts, sizeof counts, cudaMemcpyHostToDevice);
    cudaMemset(device_out, 0, sizeof out);
    kernel<<<2, %(threads)d / 2>>>(device_in, device_counts, device_out);
    cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
    unsigned long long hash = 14695981039346656037ull;
    for (int i = 0; i < %(threads)d * %(results)d; i++) {
        unsigned bits;
        memcpy(&bits, &out[i], 4);
        hash = (hash ^ (out[i] != out[i] ? 0x7fffffffu : bits)) * 1099511628211ull;
    }
    printf("%%d %%016llx\\n", seed, hash);
    cudaFree(device_in);
    cudaFree(device_out);
    cudaFree(device_counts);
}
"""


def program(seeds):
    kernels = "\n".join(Kernel(seed).text(seed) for seed in seeds)
    calls = "\n".join(f"    run({seed}, k{seed});" for seed in seeds)
    main = MAIN % {"threads": THREADS, "inputs": INPUTS, "results": RESULTS}
    return ("#include <cstdio>\n#include <cstring>\n#include <cmath>\n\n" + kernels + main +
            "\nint main()\n{\n" + calls + "\n    return 0;\n}\n")


def check(recorded, different, command):
    if "nvcc" in command and shutil.which("nvcc") is None:
        sys.exit(77)
    with open(recorded) as file:
        wanted = dict(line.split() for line in file if not line.startswith("#"))
    seeds, found = [int(seed) for seed in wanted], {}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sums.cu")
        for first in range(0, len(seeds), KERNELS):
            with open(path, "w") as file:
                file.write(program(seeds[first:first + KERNELS]))
            printed = subprocess.run(command + [path], capture_output=True, text=True)
            found.update(line.split() for line in printed.stdout.splitlines() if len(line.split()) == 2)
    others = sorted((seed for seed in wanted if found.get(seed) != wanted[seed]), key=int)
    known = [] if different == "-" else different.split(",")
    print(f"{len(others)} of {len(wanted)} kernels have other results than the GPU: {' '.join(others)}")
    if others != known:
        print(f"expected: {' '.join(known) or 'none'}")
        print(printed.stderr[-2000:])
        sys.exit(1)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "generate":
        first = int(sys.argv[2])
        sys.stdout.write(program(range(first, first + int(sys.argv[3]))))
    elif len(sys.argv) > 4 and sys.argv[1] == "check":
        check(sys.argv[2], sys.argv[3], sys.argv[4:])
    else:
        sys.exit(__doc__)
