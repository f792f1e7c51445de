#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Records a GPU's arithmetic: tests/hardware/lane_vectors/record.sh OUT. Needs cc, nvcc (13) and a GPU of
# compute capability 9.0 or later; takes under two minutes. Leaves OUT/lanes.bin and
# OUT/sweeps.csv (and OUT/sweeps.bin, of which the latter holds the hashes).
set -eu
out=${1:?usage: record.sh OUT}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
cc -std=c11 -O1 -I"$root" -o "$work/make_lane_ptx" "$here/make_lane_ptx.c" "$here/lane_ptx.c" \
  "$root/isa/machine/lane.c"
"$work/make_lane_ptx" "$work"
nvcc -O2 -o "$work/record_lanes" "$here/record_lanes.cu" -lcuda
"$work/record_lanes" "$work" "$out"
cc -std=c11 -O1 -I"$root" -o "$work/hash_sweeps" "$here/hash_sweeps.c"
"$work/hash_sweeps" <"$out/sweeps.bin" >"$out/sweeps.csv"
ls -l "$out"
