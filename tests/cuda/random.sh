#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# random.sh FOLDER FIRST FILES KERNELS: compiles FILES files of KERNELS random kernels each, from seed
# FIRST on, by Lockstep's compiler and by nvcc, and compares what they compute on the simulator.
# FOLDER holds the built programs lockstep, random_cuda and compare_ptx. Some kernels keep nvcc busy for
# minutes: after one it is stopped, and the file is left out aloud.
set -uo pipefail
folder=$1 first=$2 files=$3 kernels=$4
if ! command -v nvcc > /dev/null; then
  echo "SKIPPED: no nvcc on this machine to compare with"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
compared=0
for ((seed = first; seed < first + files; seed++)); do
  "$folder/random_cuda" "$seed" "$kernels" > "$work/x.cu"
  if ! "$folder/lockstep" compile "$work/x.cu" -o "$work/ours.ptx" --fmad=false; then
    echo "seed $seed: Lockstep's compiler refuses it"
    bad=1
    continue
  fi
  timeout 60 nvcc -ptx -arch=sm_90 --fmad=false -w "$work/x.cu" -o "$work/nvcc.ptx" 2> /dev/null
  case $? in
    0) ;;
    124) echo "seed $seed: left out, nvcc takes more than a minute"; continue ;;
    *) exit 2 ;;
  esac
  compared=$((compared + kernels))
  if ! "$folder/compare_ptx" "$work/ours.ptx" "$work/nvcc.ptx" "$kernels"; then
    echo "seed $seed: results differ"
    bad=1
  fi
done
[ $bad = 0 ] && echo "$compared random kernels: no difference"
exit $bad
