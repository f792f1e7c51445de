#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the rows of isa/machine/sequence_code.def: which machine instructions ptxas makes of one PTX instruction that takes several.
sequences.py isa/machine/cost.def

Each instruction is compiled alone, between loads of its operands and a store of its result. What stands between these is the sequence,
without the slow path that a branch leaves for; ptxas and cuobjdump must be on the PATH, no GPU is needed."""
import os
import re
import subprocess
import sys
import tempfile

# Row of cost.def, PTX instruction, type of the operands, how many, type of the result.
FUNCTIONS = [
    ("DIV_U32", "div.u32", "u32", 2, "u32"), ("DIV_S32", "div.s32", "s32", 2, "s32"),
    ("REM_U32", "rem.u32", "u32", 2, "u32"), ("REM_S32", "rem.s32", "s32", 2, "s32"),
    ("DIV_F32", "div.rn.f32", "f32", 2, "f32"), ("RCP_F32", "rcp.rn.f32", "f32", 1, "f32"), ("SQRT_F32", "sqrt.rn.f32", "f32", 1, "f32"),
    ("DIV_F64", "div.rn.f64", "f64", 2, "f64"), ("RCP_F64", "rcp.rn.f64", "f64", 1, "f64"), ("SQRT_F64", "sqrt.rn.f64", "f64", 1, "f64"),
    ("RSQRT_F64", "rsqrt.approx.f64", "f64", 1, "f64"),
    ("DIV_APPROX_F32", "div.approx.f32", "f32", 2, "f32"), ("DIV_FULL_F32", "div.full.f32", "f32", 2, "f32"),
    ("RCP_APPROX_F32", "rcp.approx.f32", "f32", 1, "f32"), ("SQRT_APPROX_F32", "sqrt.approx.f32", "f32", 1, "f32"),
    ("RSQRT_APPROX", "rsqrt.approx.f32", "f32", 1, "f32"), ("LG2_APPROX_F32", "lg2.approx.f32", "f32", 1, "f32"),
    ("EX2_APPROX_F32", "ex2.approx.f32", "f32", 1, "f32"), ("SIN_APPROX_F32", "sin.approx.f32", "f32", 1, "f32"),
    ("COS_APPROX_F32", "cos.approx.f32", "f32", 1, "f32"),
    ("MIN_F64", "min.f64", "f64", 2, "f64"), ("MAX_F64", "max.f64", "f64", 2, "f64"),
    ("MUL_LO_64", "mul.lo.s64", "u64", 2, "u64"), ("MUL_HI_U64", "mul.hi.u64", "u64", 2, "u64"), ("MUL_HI_S64", "mul.hi.s64", "s64", 2, "s64"),
    ("MAD_LO_64", "mad.lo.s64", "u64", 3, "u64"), ("ADD_64", "add.s64", "u64", 2, "u64"), ("SUB_64", "sub.s64", "u64", 2, "u64"),
    ("ABS_S64", "abs.s64", "s64", 1, "s64"), ("MIN_S64", "min.s64", "s64", 2, "s64"), ("MAX_S64", "max.s64", "s64", 2, "s64"),
    ("MIN_U64", "min.u64", "u64", 2, "u64"), ("MAX_U64", "max.u64", "u64", 2, "u64"),
    ("DIV_U16", "div.u16", "u16", 2, "u16"), ("DIV_S16", "div.s16", "s16", 2, "s16"),
    ("REM_U16", "rem.u16", "u16", 2, "u16"), ("REM_S16", "rem.s16", "s16", 2, "s16"),
    ("CLZ_32", "clz.b32", "b32", 1, "u32"), ("CLZ_64", "clz.b64", "b64", 1, "u32"), ("POPC_64", "popc.b64", "b64", 1, "u32"),
    ("BREV_64", "brev.b64", "b64", 1, "b64"), ("MUL24_LO_S32", "mul24.lo.s32", "s32", 2, "s32"),
    ("MUL_HI_U16", "mul.hi.u16", "u16", 2, "u16"), ("MUL_HI_S16", "mul.hi.s16", "s16", 2, "s16"),
]
REGISTER = {"u16": "h", "s16": "h", "u32": "r", "s32": "r", "b32": "r", "u64": "d", "s64": "d", "b64": "d", "f32": "f", "f64": "g"}
SIZE = {"16": 2, "32": 4, "64": 8}


def kernel(function, capability):
    _, code, of, count, result = function
    size = SIZE[of[1:]]
    loads = "".join(f"ld.volatile.global.{of} %{REGISTER[of]}{i + 1}, [%p2+{256 * i}];\n" for i in range(count))
    operands = ", ".join(f"%{REGISTER[of]}{i + 1}" for i in range(count))
    return f""".version 8.5
.target sm_{capability}
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{{
.reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .b64 %p<9>; .reg .f32 %f<9>; .reg .f64 %g<9>;
ld.param.u64 %p1, [in]; ld.param.u64 %p3, [out];
cvta.to.global.u64 %p2, %p1; cvta.to.global.u64 %p4, %p3;
{loads}{code} %{REGISTER[result]}8, {operands};
st.volatile.global.{result} [%p4], %{REGISTER[result]}8;
ret;
}}
"""


def listing(text, capability):
    """[(guard, opcode, rest)] of the kernel's machine code."""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = os.path.join(folder, "k.ptx"), os.path.join(folder, "k.cubin")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run(["ptxas", f"-arch=sm_{capability}", source, "-o", binary], capture_output=True, encoding="utf-8", check=False)
        if done.returncode != 0:
            return None
        said = subprocess.run(["cuobjdump", "-sass", binary], capture_output=True, encoding="utf-8", check=True).stdout
    found = re.findall(r"/\*([0-9a-f]{4})\*/\s+(@!?U?P\w+ )?([A-Z][\w.]*)([^;]*);", said)
    return [(int(at, 16), guard.strip(), code, rest) for at, guard, code, rest in found]


# Not the work of the instruction: addresses, waiting, the frame around the slow path.
AROUND = re.compile(r"^(NOP|LDC|ULDC|LDCU|EXIT|BAR|S2R|CS2R)\b")


def sequence(code):
    first_load = min(i for i, (_, _, name, _) in enumerate(code) if name.startswith("LDG") or name.startswith("LD."))
    last = next(i for i, (_, _, name, _) in enumerate(code) if name.startswith(("STG", "ST.")))
    out, at = [], first_load
    while at < last:
        address, guard, name, rest = code[at]
        if name.startswith("BRA") and guard and name == "BRA":
            target = int(re.search(r"0x([0-9a-f]+)", rest)[1], 16)
            out.append(name)
            if any(n.startswith("CALL") for _, _, n, _ in [c for c in code[at + 1:last] if c[0] < target]):
                at = next(i for i, c in enumerate(code) if c[0] == target)  # around the slow path
                continue
        elif not AROUND.match(name) and not name.startswith(("LDG", "LD.")):
            out.append(name)
        at += 1
    return out


def issues_of(path):
    """Machine instructions on 7.5 and on 9.0 of each row of cost.def without a slow path."""
    with open(path, encoding="utf-8") as file:
        rows = re.findall(r"^(?:COST|ROW)\((\w+),\s*\w+,\s*([\d, ]+)\)", file.read(), re.M)
    return {name: [int(each) for each in numbers.split(",")][4:] for name, numbers in rows}


def main():
    issues = issues_of(sys.argv[1])
    for function in sorted(FUNCTIONS):
        name, texts = function[0], []
        for capability, count in zip((75, 90), issues.get(name, (0, 0))):
            code = listing(kernel(function, capability), capability)
            made = sequence(code) if code else []
            texts.append(" ".join(made) if len(made) == count and not any(each.startswith("CALL") for each in made) else "")
        if any(texts):
            print(f'SEQUENCE_CODE({name},{" " * (16 - len(name))}"{texts[0]}",\n              "{texts[1]}")')


if __name__ == "__main__":
    main()
