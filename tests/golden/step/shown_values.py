# SPDX-License-Identifier: Apache-2.0
"""shown_values.py LOCKSTEP FOLDER: in random kernels, what `variables` shows of a variable is what the volatile store of
this variable stores, or it says that it does not know. Most values must be known."""
import pathlib
import random
import re
import subprocess
import sys

KERNELS = 8
STEPS = 300
LANES = 4
NAMES = ["a", "b", "c", "d"]


class Kernel:
    """Assignments, branches on the thread, loops, and stores of one variable each."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = ["__global__ void kernel(volatile int *o, int n)", "{",
                      "    int t = threadIdx.x, a = t, b = n, c = 1, d = t * 3;"]
        self.block(1, 2, 9)
        self.lines += [f"    *o = {name};" for name in NAMES]
        self.lines += ["}", "int main()", "{", "    int *o;", "    cudaMalloc(&o, 4);",
                       "    kernel<<<1, 32>>>(o, 4);", "    return cudaDeviceSynchronize();", "}"]

    def value(self):
        operand = self.random.choice(NAMES + ["t"])
        other = self.random.choice([str(self.random.randrange(1, 9)), self.random.choice(NAMES)])
        return f"{operand} {self.random.choice('+*^-')} {other}"

    def block(self, depth, left, count):
        indent = "    " * depth
        for _ in range(count):
            kind = self.random.choice(["assign", "assign", "store", "branch", "loop"])
            if kind == "store":
                self.lines.append(f"{indent}*o = {self.random.choice(NAMES)};")
            elif kind == "branch" and left > 0:
                self.lines.append(f"{indent}if (({self.random.choice(NAMES + ['t'])} & {self.random.choice([1, 3, 8])}) != 0) {{")
                self.block(depth + 1, left - 1, 2)
                self.lines.append(indent + "} else {")
                self.block(depth + 1, left - 1, 1)
                self.lines.append(indent + "}")
            elif kind == "loop" and left > 0:
                counter = f"i{len(self.lines)}"
                end = self.random.choice(["3", "(t & 3) + 1", "n"])
                self.lines.append(f"{indent}for (int {counter} = 0; {counter} < {end}; {counter}++) {{")
                self.block(depth + 1, left - 1, 2)
                self.lines.append(f"{indent}    *o = {counter};")
                self.lines.append(indent + "}")
            else:
                self.lines.append(f"{indent}{self.random.choice(NAMES)} = {self.value()};")


def by_lane(text):
    """"0: 5  1: 6" as {0: "5", 1: "6"}; a text without lanes holds for all."""
    found = re.findall(r"(\d+): (\S+)", text)
    return {int(lane): value for lane, value in found} if found else {lane: text for lane in range(LANES)}


def stored_values(ptx, registers):
    """By lane, of a store to global memory; None: there is none."""
    match = re.search(r"st\.volatile\S* .*, *(%r\d+|-?\d+);", ptx)
    if match is None:
        return None
    return by_lane(registers[match[1]]) if match[1] in registers else by_lane(match[1]) if match[1][0] != "%" else None


def steps(output):
    """Of each step: the line, the PTX, the lanes that run, its variables and its registers."""
    step, part = None, ""
    for line in output.split("\n"):
        match = re.match(r"step \d+ of \d+.*:(\d+)$", line)
        if line.startswith("> "):
            part = line[2:]
        elif match:
            if step is not None and part == "step":
                yield step
            step = {"line": int(match[1]), "ptx": "", "on": "", "variables": {}, "registers": {}}
        elif step is not None and line.startswith("  PTX"):
            step["ptx"] = line
        elif step is not None and line.startswith("  lanes"):
            step["on"] = re.search(r"lanes (\S+)", line)[1]
        elif step is not None and part in ("variables", "registers"):
            match = re.match(r"[ *]\s*(%?\w+) +(.*)", line)
            if match:
                step[part].setdefault(match[1], match[2])


def compare(lockstep, folder, seed):
    lines = Kernel(seed).lines
    source, commands = folder / f"kernel{seed}.cu", folder / "commands"
    source.write_text("\n".join(lines) + "\n")
    commands.write_text("lanes 0-3\n" + "variables\nregisters\nstep\n" * STEPS)
    output = subprocess.run([lockstep, "step", source, "-q", "-x", commands], capture_output=True, text=True).stdout
    known = unknown = wrong = 0
    for step in steps(output):
        store = re.match(r"\s*\*o = (\w+);", lines[step["line"] - 1])
        stored = stored_values(step["ptx"], step["registers"])
        if store is None or stored is None:
            continue
        shown = by_lane(step["variables"].get(store[1], "absent"))
        for lane, value in stored.items():
            if step["on"][lane] != "#":
                continue
            if not re.fullmatch(r"-?\d+", shown.get(lane, "")):
                unknown += 1
            elif (int(shown[lane]) - int(value)) % 2**32 == 0:
                known += 1
            else:
                wrong += 1
                print(f"{source}:{step['line']}: lane {lane} of {store[1]}: shown {shown[lane]}, stored {value}")
    return known, unknown, wrong


def main():
    lockstep, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    sums = [sum(column) for column in zip(*(compare(lockstep, folder, seed) for seed in range(KERNELS)))]
    known, unknown, wrong = sums
    print(f"{known} values as stored, {unknown} not known, {wrong} wrong")
    sys.exit(wrong != 0 or known < 200 or unknown > known // 4)


main()
