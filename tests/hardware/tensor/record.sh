#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Records what this GPU's tensor cores compute and how fast: tests/hardware/tensor/record.sh OUT. Needs python3, nvcc (13) and
# a GPU of compute capability 9.0; takes two minutes to build and one to run. Leaves in OUT what keep.py makes traces/h200/tensor of.
set -eu
out=${1:?usage: record.sh OUT}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
cp "$here/probe.cu" "$here/tile.h" "$work"
(cd "$work" && python3 "$here/rows.py")
nvcc -std=c++17 -O3 -arch=sm_90a -o "$work/probe" "$work/probe.cu"
"$work/probe" "$out"
