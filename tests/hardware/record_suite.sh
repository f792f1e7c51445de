#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the programs of suite/ on this machine's NVIDIA GPU: their output, what ncu counts, and the time of three runs.
#
#   tests/hardware/record_suite.sh FOLDER [PROGRAM...]
#
# FOLDER gets NAME.out (what the program printed), NAME.csv (counters of the first run) and NAME.2.csv, NAME.3.csv (times of
# two more runs), packed into suite.tar.gz, and summary.txt. medians.py makes the recorded tables of them.
# RECORD_ARCH (sm_90) and RECORD_PROGRAMS (suite; tensor/held, with the metrics of tensor/metrics.txt too) may be set. Exit code: 0 all recorded, 1 something failed (summary.txt says what).
set -uo pipefail # not -e: a step that fails is written down and the next one goes on

here=$(cd "$(dirname "$0")" && pwd)
(($# > 0)) || { echo "usage: $0 FOLDER [PROGRAM...]" >&2; exit 1; }
mkdir -p "$1" || exit 1
output=$(cd "$1" && pwd)
shift
programs=("$@")
sources=$here/${RECORD_PROGRAMS:-suite}
((${#programs[@]})) || programs=($(cd "$sources" && basename -s .cu ./*.cu))
export PATH=$PATH:/usr/local/cuda/bin
for folder in /opt/nvidia/nsight-compute/*/; do
    PATH=$PATH:${folder%/}
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/suite"
failures=0
fail() { failures=$((failures + 1)); echo "FAILED: $*" | tee -a "$output/summary.txt"; }

arch=${RECORD_ARCH:-sm_90}
counters=$(sed -E 's/#.*//; s/[[:space:]]//g; /^$/d; /^section:/d' "$here/metrics.txt" "$sources"/../metrics.txt | sort -u | paste -sd,)
times=sm__cycles_elapsed.max,gpu__time_duration.sum

# count NAME FILE METRICS: one run under ncu.
count() {
    timeout 100 ncu --clock-control none --csv --page raw --print-units base --metrics "$3" "$work/$1" </dev/null \
        2>>"$work/log" | sed -n '/^"ID"/,$p' >"$work/suite/$2.csv"
    (($(wc -l <"$work/suite/$2.csv") > 2)) || fail "$2: ncu counted nothing"
}

{ nvidia-smi --query-gpu=name,driver_version,clocks.max.sm --format=csv,noheader; ncu --version | tail -1; } >"$output/summary.txt"
for name in "${programs[@]}"; do
    (cd "$sources" && nvcc -O3 -std=c++17 -gencode "arch=compute_${arch#sm_},code=$arch" -lineinfo "$name.cu" -o "$work/$name" 2>>"$work/log") &
done
wait
for name in "${programs[@]}"; do
    timeout 60 "$work/$name" >"$work/suite/$name.out" 2>&1 || fail "$name: exit code $?"
    count "$name" "$name" "$counters"
    count "$name" "$name.2" "$times"
    count "$name" "$name.3" "$times"
    echo "$name: $(($(wc -l <"$work/suite/$name.csv") - 2)) launches, at $SECONDS s" | tee -a "$output/summary.txt"
done
tail -20 "$work/log" >>"$output/summary.txt"
tar -czf "$output/suite.tar.gz" -C "$work" suite
((failures == 0))
