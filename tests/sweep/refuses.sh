#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `lockstep sweep` says of sweeps that cannot run, and of points that fail: refuses.sh LOCKSTEP
set -uo pipefail
lockstep=$(realpath "$1")
kernel=$(realpath "$(dirname "$0")/scale.cu")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# says CODE PATTERN WORD...: the exit code, and what stdout and stderr contain.
says() {
  local code=$1 pattern=$2 said
  shift 2
  said=$(PATH=${path-$PATH} "$lockstep" sweep "$@" 2>&1)
  local got=$?
  if [ $got != "$code" ] || ! grep -q -- "$pattern" <<< "$said"; then
    printf 'sweep %s: exit code %s for %s, and:\n%s\n' "$*" $got "$code" "$said"
    exit 1
  fi
}
line="$kernel -k scale --grid 1 --block {block} --arg f32[64]:zero --arg f32[64]:iota --arg 1 --arg 64"
echo "run $line" > a.sweep
echo "axis block 32 0 64" >> a.sweep
says 1 'needs one .sweep file'
says 1 'cannot read nothing.sweep' nothing.sweep
says 3 'point 1: exit code 1: ' a.sweep
says 3 '3 points, 1 without a result: a.results/table.csv' a.sweep
[ "$(grep -c '"ok"' a.results/table.csv)" = 2 ] || exit 1
says 3 '2 of 3 points are there already' a.sweep
says 1 'the sweep has points 0 to 2' a.results --point 3
says 0 '' a.results --point 2
echo "run $line" > b.sweep
echo "axis block 32" >> b.sweep
says 1 'a.results has the results of another sweep' b.sweep -o a.results
echo "axs block 32" >> b.sweep
says 1 "b.sweep:3: error: 'axs' is unknown; did you mean 'axis'" b.sweep
sed -i '$d' b.sweep
path=/nowhere says 1 'there is no parallel; install it' b.sweep --engine parallel
path=/nowhere says 1 'there is no sbatch; install it' b.sweep --engine slurm
says 0 '1 point, 0 without a result' b.sweep
