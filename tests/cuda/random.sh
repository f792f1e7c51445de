#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# random.sh FOLDER FIRST FILES KERNELS [ORACLES]: FILES files of KERNELS random kernels each, from seed FIRST on
# (random/random_kernels.c), compiled by Lockstep's compiler at -O0 and -O3 and verified after every pass.
# All must compute the same on the simulator, and the same as the ORACLES that there are: `host`, the
# host's C++ compiler (files whose threads work for themselves: three of four), and `nvcc`, which is
# slow. Default: both. FOLDER holds the built programs lockstep, random_kernels and compare_ptx.
set -uo pipefail
folder=$1 first=$2 files=$3 kernels=$4 oracles=${5:-host nvcc}
source=$(cd "$(dirname "$0")/../.." && pwd)
host=$(command -v "${CXX:-c++}" || command -v g++ || command -v clang++)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0 compared=0 by_host=0 by_nvcc=0

# differs SEED NAME: what NAME computed is not what -O0 did.
differs() {
  cmp -s "$work/0.out" "$work/$2.out" && return
  echo "seed $1: $2 and -O0 differ: $(diff "$work/0.out" "$work/$2.out" | sed -n 's/^> //p' | tr '\n' ' ')"
  bad=1
}

for ((seed = first; seed < first + files; seed++)); do
  [ $((seed % 4)) = 0 ] && mode=parallel || mode=
  "$folder/random_kernels" "$seed" "$kernels" $mode > "$work/x.cu"
  for level in 0 3; do
    if ! "$folder/lockstep" compile "$work/x.cu" -O$level --check-passes --fmad=false -o "$work/x.ptx"; then
      echo "seed $seed: Lockstep's compiler refuses it at -O$level"
      bad=1
      continue 2
    fi
    "$folder/compare_ptx" "$work/x.ptx" "$kernels" > "$work/$level.out" || bad=1
  done
  differs "$seed" 3
  compared=$((compared + kernels))
  if [[ $oracles = *host* && -n $host && -z $mode ]]; then
    "$host" -x c++ -std=c++17 -w -O0 -ffp-contract=off -I "$source" -I "$source/tests/cuda/random" \
      "$work/x.cu" -o "$work/host" && "$work/host" > "$work/host.out" || bad=1
    differs "$seed" host
    by_host=$((by_host + kernels))
  fi
  if [[ $oracles = *nvcc* ]] && command -v nvcc > /dev/null; then
    timeout 60 nvcc -ptx -arch=sm_90 --fmad=false -w "$work/x.cu" -o "$work/x.ptx" 2> /dev/null
    case $? in
      0) ;;
      124) echo "seed $seed: nvcc takes more than a minute and is left out"; continue ;;
      *) echo "seed $seed: nvcc refuses it"; bad=1; continue ;;
    esac
    "$folder/compare_ptx" "$work/x.ptx" "$kernels" > "$work/nvcc.out" || bad=1
    differs "$seed" nvcc
    by_nvcc=$((by_nvcc + kernels))
  fi
done
[ $bad = 0 ] && echo "$compared random kernels, $by_host with the host's compiler and $by_nvcc with nvcc: no difference"
exit $bad
