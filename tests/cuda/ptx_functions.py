#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls each function of <cuda/ptx> that the installed libcu++ has, with each tag, and compares the instructions in nvcc's PTX
and in Lockstep's: names, and operands. Arguments are constants, each another one, so that exchanged operands show.

ptx_functions.py LOCKSTEP NVCC FOLDER: what it compiles lies in FOLDER. Exits with 77 where there is no nvcc or libcu++.
"""
import collections
import glob
import itertools
import os
import re
import subprocess
import sys

HEAD = """#include <cuda/ptx>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
namespace ptx = cuda::ptx;
__device__ void *volatile sink;
template <typename T> __device__ void keep(T v) { *(T *)sink = v; }
"""
# Types that stand for a template parameter, and constants that an instruction takes in place of 1.
TYPES = {"B8": ["uint8_t", "char"], "B16": ["uint16_t"], "B32": ["uint32_t", "float"], "B64": ["uint64_t", "double"],
         "B128": ["longlong2"], "Type": ["uint32_t", "double"]}
CONSTANTS = {"size": 128, "initval": 0, "ord": 2, "scale_input_d": 3}
SPACES = {".global": "space_global", ".shared::cluster": "space_cluster", ".shared::cta": "space_shared"}
TAG = r"(sem|scope|space|op|kind)_\w+|cta_group_\d"
INSTRUCTION = re.compile(r"\s*(?:@!?%?p\d+\s+)?([a-z][\w.:]*)\s*([^;]*);")
FAMILY = re.compile(r"(barrier|bfind|bmsk|clusterlaunchcontrol|cp|elect|exit|fence|getctarank|mapa|mbarrier|multimem|prmt|"
                    r"red\.async|setmaxnreg|shfl|st\.async|st\.bulk|tcgen05|tensormap|trap)\b|(ld|st)\.global[\w.:]*\.b\d+$|"
                    r"(shl|shr)\.[bs](16|32|64)$")
SPECIAL = re.compile(r"%(?!(r|rd|rs|rq|f|fd|p)\d)[a-z_]\w*(\.\w)?")


def tag(kind, name):
    name = name.strip()
    if kind == "space":
        return SPACES[name]
    if kind == "cta_group":
        return "cta_group_" + name[-1]
    if kind == "kind":
        return "kind_" + name.split("::")[1]
    return f"{kind}_{name[1:]}" + ("_op" if name in (".and", ".or", ".xor") else "")


def split(parameters):
    parts, depth = [""], 0
    for c in parameters:
        depth += (c in "(<[{") - (c in ")>]}")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip()]


def argument(parameter, tags, place):
    """The values that a parameter can have in a call: declaration before it, expression, and what is kept after it."""
    found = re.match(r"(sem|scope|space|op|cta_group|kind)_t<\w+>", parameter)
    if found:
        return [("", "ptx::" + tag(found[1], name), "") for name in tags[found[1]]]
    found = re.match(f"({TAG})_t\\b", parameter)
    if found:
        return [("", "ptx::" + found[1], "")]
    if parameter.startswith("n32_t<"):
        return [("", f"ptx::n32_t<{CONSTANTS.get(parameter.split()[-1], 1)}>{{}}", "")]
    found = re.match(r"(const )?(\w+) ?\(&\w+\)\[(\d+)\]", parameter)
    if found:
        name, count = f"a{place}", int(found[3])
        values = ", ".join(str(place * 1000 + i) for i in range(count)) if found[1] else ""
        kept = "" if found[1] else "".join(f" keep({name}[{i}]);" for i in range(count))
        return [(f"{found[2]} {name}[{count}] = {{{values}}}; ", name, kept)]
    found = re.match(r"(?:const )?([\w:]+)( ?\*)?", parameter)
    if found[2]:
        return [("", f"({found[1]} *){place * 65536}ull", "")]
    return [("", f"longlong2{{{place * 11}, {place * 13}}}" if found[1] == "longlong2" else f"({found[1]}){place * 7}", "")]


def calls_of(comment):
    """Calls of the function whose declaration stands in the comment of a header."""
    result, name, parameters = re.search(r"__device__ static inline ([\w:<>]+) (\w+)\((.*?)\);", comment, re.S).groups()
    parameters = split(re.sub(r"\s+", " ", parameters).replace("cuda::ptx::", ""))
    tags = {kind: names.split(",") for kind, names in re.findall(r"//\s*\.(\w+)\s*=\s*\{(.*?)\}", comment)}
    generic = [t for t in TYPES if re.search(rf"\b{t}\b", comment.split("__device__")[0])]
    # libcu++ writes arrays of integers only; of equal queries, nvcc makes one.
    is_written = any(re.match(r"B32 ?\(&", parameter) for parameter in parameters) or "query_cancel" in name
    for types in itertools.product(*(TYPES[t][:1 if is_written else None] for t in generic)):
        own = parameters
        for of, to in zip(generic, types):
            own = [re.sub(rf"\b{of}\b", to, parameter) for parameter in own]
        given = f"<{types[generic.index('B32')]}>" if "query_cancel_get_first_ctaid_" in name else ""
        for values in itertools.product(*(argument(own[i], tags, i + 1) for i in range(len(own)))):
            call = f"ptx::{name}{given}({', '.join(value[1] for value in values)})"
            before, after = ("".join(value[i] for value in values) for i in (0, 2))
            yield f"    {{ {before}" + (f"{call};" if result == "void" else f"keep({call});") + after + " }"


def value_of(operand, known):
    """An operand without the numbers of registers: the constant that it holds, or its class."""
    def one(found):
        word = found[0]
        if word in known:
            return known[word]
        if re.match(r"-?\d|0x", word):
            return str(int(word, 0))
        return word if word == "_" else "%" + re.sub(r"[%\d]", "", word) if word[0] == "%" else "*"
    return re.sub(r"%\w+(\.\w+)?|-?\b0x[0-9a-fA-F]+\b|-?\b\d+\b|\b[A-Za-z_]\w*", one, operand)


def instructions(path):
    counts, known = collections.Counter(), {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            found = INSTRUCTION.match(line.split("//")[0])
            if ".entry" in line:
                known = {}
            if not found:
                continue
            name, operands = found[1], split(found[2])
            if name.startswith("mov.") and SPECIAL.fullmatch(operands[-1]):
                counts[f"{name} {operands[-1]}"] += 1
            elif re.match(r"(mov|cvta|cvt)\.", name) and len(operands) == 2 and re.fullmatch(r"%\w+", operands[0]):
                known[operands[0]] = value_of(operands[1], known)
            elif FAMILY.match(name):
                counts[f"{name} {', '.join(value_of(operand, known) for operand in operands)}"] += 1
    return counts


def compare(lockstep, nvcc, folder, name, calls, arch, gpu):
    base = os.path.join(folder, name)
    with open(base + ".cu", "w", encoding="utf-8") as file:
        file.write(HEAD)
        # Kernels of one and of two blocks are apart, as tcgen05 demands.
        pairs = [call for call in calls if "cta_group_2" in call]
        for kind, some in (("one", [call for call in calls if call not in pairs]), ("two", pairs)):
            for i in range(0, len(some), 40):
                file.write(f"__global__ void {kind}_{i}()\n{{\n" + "\n".join(some[i:i + 40]) + "\n}\n")
    subprocess.run([nvcc, "-w", f"-arch={arch}", "-ptx", base + ".cu", "-o", base + ".nvcc.ptx"], check=True)
    subprocess.run([lockstep, "compile", base + ".cu", "--gpu", gpu, "-o", base + ".ptx"], check=True)
    theirs, ours = instructions(base + ".nvcc.ptx"), instructions(base + ".ptx")
    different = [text for text in sorted(set(theirs) | set(ours)) if theirs[text] != ours[text]]
    for text in different:
        print(f"{name}: {text}: {theirs[text]} with nvcc, {ours[text]} here")
    print(f"{name}: {len(calls)} calls, {len(ours)} instructions")
    return not different


def main(lockstep, nvcc, folder):
    include = os.path.join(os.path.dirname(os.path.realpath(nvcc)), "..", "include", "cccl", "cuda", "__ptx")
    headers = sorted(glob.glob(os.path.join(include, "instructions", "generated", "*.h")))
    if not headers:
        return 77
    os.makedirs(folder, exist_ok=True)
    calls = {"hopper": [], "blackwell": []}
    for header in headers:
        with open(header, encoding="utf-8") as file:
            text = file.read()
        # Each comment says from which GPUs on the instruction is there.
        for comment in re.findall(r"/\*\n(.*?)\*/", text, re.S):
            is_later = re.search(r"SM_100", comment) and not re.search(r"SM_90", comment)
            calls["blackwell" if is_later else "hopper"] += calls_of(comment)
    is_same = True
    for name, arch, gpu in (("hopper", "sm_90a", "h200"), ("blackwell", "sm_100a", "b200")):
        is_same &= compare(lockstep, nvcc, folder, name, list(dict.fromkeys(calls[name])), arch, gpu)
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
