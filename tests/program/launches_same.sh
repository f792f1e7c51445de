#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# launches_same.sh LOCKSTEP PROGRAM: with launches from kernels, too, the number of host threads changes no byte, with and
# without a clock, and the clock no count.
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
for mode in counts cycles; do
  for threads in 1 3; do
    "$1" --mode $mode --threads $threads --page raw --metrics inst_executed,global_sectors "$2" > "$out/$mode.$threads" || exit 1
  done
  cmp "$out/$mode.1" "$out/$mode.3" || exit 1
done
cmp "$out/counts.1" "$out/cycles.1" && grep -q inst_executed "$out/counts.1"
