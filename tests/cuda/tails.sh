#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tails.sh LOCKSTEP: the loads and stores of each kernel of tails.cu are as many as nvcc 13 makes (tails.csv), or as
# many as a row there gives a reason for. LOCKSTEP_REGOLD=1 asks nvcc again.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

# count PTX TARGET: a row a kernel.
count() {
  awk -v target="$2" -f "$here/tails.awk" "$1"
}

for target in 90 100; do
  "$1" compile -q "$here/tails.cu" --arch sm_$target -o "$work/ours.ptx" 2> /dev/null
  count "$work/ours.ptx" $target >> "$work/ours"
  if [ -n "${LOCKSTEP_REGOLD:-}" ]; then
    nvcc -arch=sm_$target -ptx "$here/tails.cu" -o "$work/nvcc.ptx" 2> /dev/null
    count "$work/nvcc.ptx" $target >> "$work/nvcc"
  fi
done
if [ -n "${LOCKSTEP_REGOLD:-}" ]; then
  { head -1 "$here/tails.csv"; awk -F, -v OFS=, '
      FILENAME == ARGV[1] { ours[$1 "," $2] = $3 "," $4; next }
      FILENAME == ARGV[2] { reason[$1 "," $2] = $7; next }
      { key = $1 "," $2; is_equal = ours[key] == $3 "," $4 }
      { print $0, is_equal ? ",," : ours[key] "," (reason[key] == "" ? "?" : reason[key]) }
    ' "$work/ours" "$here/tails.csv" "$work/nvcc" | sort; } > "$work/tails.csv"
  cp "$work/tails.csv" "$here/tails.csv"
fi
awk -F, 'NR > 1 { print $1 "," $2 "," ($7 == "" ? $3 "," $4 : $5 "," $6) }' "$here/tails.csv" | sort > "$work/expected"
sort "$work/ours" | diff "$work/expected" -
