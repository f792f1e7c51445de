#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# recorded.sh FOLDER TRACE: the random kernels of the seeds in TRACE (seed,kernel,hash: what an H200
# computed with code of nvcc, and with ours, which agreed) through Lockstep's compiler and simulator.
set -euo pipefail
folder=$1 trace=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for seed in $(tail -n +2 "$trace" | cut -d, -f1 | uniq); do
  kernels=$(grep -c "^$seed," "$trace")
  "$folder/random_cuda" "$seed" "$kernels" > "$work/x.cu"
  "$folder/lockstep" compile "$work/x.cu" -o "$work/x.ptx" --fmad=false
  "$folder/compare_ptx" "$work/x.ptx" "$kernels" | sed "s/^/$seed,/; s/ /,/" >> "$work/ours.csv"
done
diff <(tail -n +2 "$trace") "$work/ours.csv"
echo "$(wc -l < "$work/ours.csv") random kernels: as on the H200"
