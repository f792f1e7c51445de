#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# record.sh FOLDER: what ncu counts of the probes on this machine's GPU, one CSV each.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
output=$(cd "$1" && pwd)
export PATH=$PATH:/usr/local/cuda/bin
for folder in /opt/nvidia/nsight-compute/*/; do
    PATH=$PATH:${folder%/}
done
work=$(mktemp -d)
arch=${RECORD_ARCH:-sm_90a}
trap 'rm -rf "$work"' EXIT
metrics=gpu__time_duration.sum,sm__cycles_elapsed.max,sm__cycles_active.max,smsp__inst_executed.sum
metrics+=,smsp__inst_executed_op_shared_atom.sum,smsp__inst_executed_op_branch.sum
metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,dram__bytes_read.sum,dram__bytes_write.sum
for source in "$here"/*.cu; do
    name=$(basename "$source" .cu)
    nvcc -O3 -std=c++17 -gencode "arch=compute_${arch#sm_},code=$arch" "$source" -o "$work/$name"
    cuobjdump -sass "$work/$name" | sed -E 's,[[:space:]]*/\* 0x[0-9a-f]{16} \*/,,; /^[[:space:]]*$/d' > "$output/$name.sass"
    if [ -e "$here/$name.py" ]; then # it needs what the program prints, and counters of its own
        "$work/$name" < /dev/null > "$work/$name.txt"
        ncu --clock-control none --csv --page raw --print-units base --metrics "$(python3 "$here/$name.py" --metrics)" "$work/$name" counts \
            < /dev/null | sed -n '/^"ID"/,$p' > "$work/$name.csv"
        python3 "$here/$name.py" "$work/$name.txt" "$work/$name.csv" "$output"
        continue
    fi
    ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" "$work/$name" < /dev/null |
        sed -n '/^"ID"/,$p' > "$work/$name.csv"
    python3 - "$work/$name.csv" "$metrics" > "$output/$name.csv" <<'P'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))[1:]
metrics = sys.argv[2].split(",")
print(",".join(["kernel", "grid", "block"] + metrics))
for row in rows:
    shape = [row[name].strip("()").replace(", ", "x") for name in ("Grid Size", "Block Size")]
    print(",".join(['"%s"' % row["Kernel Name"].split("(")[0]] + shape + [row[m].replace(",", "") for m in metrics]))
P
done
