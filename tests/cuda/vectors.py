#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""vectors.py LOCKSTEP: which loads and stores of vector types our compiler and nvcc make.

Every choice of elements of float4, short4 and uchar4, of a vector that is copied first and of members read in place, and some
structures and stores. The widths and offsets of all accesses must be nvcc's. Exits with 77 where nvcc is missing.
"""
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

STRUCTURES = """
struct __align__(16) Mixed { float x; int y; float z; unsigned w; };
struct __align__(16) Words { int x, y, z, w; };
struct Plain { float x, y, z, w; };
"""
STORES = [
    "float4 v = p[i]; v.x += 1; p[i] = v;",
    "float4 v = p[i]; v.y = v.x; p[i] = v;",
    "float4 v = p[i]; v.w = o[0]; p[i + 1] = v;",
    "p[i].w = p[i].x;",
    "p[i] = p[i + 1];",
    "p[i].x = p[i].x + p[i].y;",
    "float4 v = p[i]; if (v.w > 0) o[i] = v.x;",
    "float4 v = p[i]; if (i & 1) { o[0] = v.x; o[1] = v.y; }",
    "__shared__ float4 s[32]; s[i] = p[i]; __syncthreads(); float4 v = s[31 - i]; o[i] = v.x + v.y;",
    "__shared__ float4 s[32]; s[i] = p[i]; __syncthreads(); o[i] = s[31 - i].x + s[31 - i].w;",
]


def kernels():
    bodies = {}
    for name in ("float4", "short4", "uchar4", "int4", "Mixed", "Words", "Plain"):
        for count in (1, 2, 3, 4):
            for chosen in itertools.combinations("xyzw", count):
                member = " + ".join(f"p[i].{element}" for element in chosen)
                copied = " + ".join(f"v.{element}" for element in chosen)
                bodies[f"{name} {''.join(chosen)} in place"] = (name, f"o[i] = {member};")
                bodies[f"{name} {''.join(chosen)} copied"] = (name, f"{name} v = p[i]; o[i] = {copied};")
    for body in STORES:
        bodies[body] = ("float4", body)
    return bodies


def accesses(text):
    """Kernel number to its accesses: ('ld.global', elements, bits of one, offset), in order."""
    found, current = {}, None
    for line in text.splitlines():
        entry = re.search(r"\.entry _Z\d+k(\d+)P", line)
        if entry:
            current = found.setdefault(int(entry.group(1)), [])
        access = re.match(r"\s+(ld|st)\.(global|shared)(?:\.nc)?(?:\.v(\d))?\.[usbf](\d+)\s", line)
        if access and current is not None:
            offset = re.search(r"\[%\w+\+(\d+)\]", line)
            kind, space, elements, bits = access.groups()
            is_shared = space == "shared" # where the compilers choose other bases
            current.append((kind, space, elements, bits, "" if is_shared else offset.group(1) if offset else "0"))
    return found


def main():
    if shutil.which("nvcc") is None:
        print("nvcc is not installed")
        sys.exit(77)
    bodies = kernels()
    source = STRUCTURES + "".join(
        f"__global__ void k{n}({name} *p, float *o) {{ int i = threadIdx.x; {body} }}\n"
        for n, (name, body) in enumerate(bodies.values()))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "vectors.cu")
        path.write_text(source)
        made = []
        for command in ([sys.argv[1], "compile"], ["nvcc", "-w", "-arch=sm_90", "-ptx"]):
            output = pathlib.Path(folder, "vectors.ptx")
            subprocess.run([*command, path, "-o", output], check=True)
            made.append(accesses(output.read_text()))
    wrong = [what for n, what in enumerate(bodies) if made[0][n] != made[1][n]]
    for what in wrong:
        n = list(bodies).index(what)
        print(f"{what}\n  ours {made[0][n]}\n  nvcc {made[1][n]}")
    print(f"{len(bodies)} kernels, {len(wrong)} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
