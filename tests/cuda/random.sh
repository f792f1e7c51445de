#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# random.sh [--jobs N] [--minutes N] [--gpu] FOLDER FIRST FILES KERNELS [ORACLES]: FILES files of KERNELS
# random kernels each, from seed FIRST on (random/random_kernels.c), compiled by Lockstep's compiler at
# -O0 and -O3 and verified after every pass. Both must compute the same on the simulator, and the same as
# the ORACLES that there are: `host`, the host's C++ compiler (files whose threads work for themselves:
# three of four), and `nvcc`, whose PTX runs on the simulator, and which is slow. Default: both.
# --gpu adds a real GPU, which runs the code of nvcc and ours (-O3), assembled by ptxas for that GPU.
# nvcc's optimizer and ptxas's have defects of their own: where they change what a kernel computes, and without
# them it agrees, the file is named and counted apart, and is no failure.
# N jobs run at once, and no file is started after N minutes. FOLDER holds the built programs lockstep,
# random_kernels and compare_ptx. GPU_HASH names a built gpu_hash.c; without it, --gpu builds one.
set -uo pipefail
jobs=1 seconds=1000000 gpu=
while [[ ${1-} = --* ]]; do
  case $1 in
    --jobs) jobs=$2; shift 2 ;;
    --minutes) seconds=$((60 * $2)); shift 2 ;;
    --gpu) gpu=gpu; shift ;;
    *) echo "random.sh: unknown option $1"; exit 2 ;;
  esac
done
folder=$1 first=$2 files=$3 kernels=$4 oracles="${5:-host nvcc} $gpu"
source=$(cd "$(dirname "$0")/../.." && pwd)
host=$(command -v "${CXX:-c++}" || command -v g++ || command -v clang++)
command -v nvcc > /dev/null || oracles=${oracles/nvcc/}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

prepare_gpu() {
  if [ -z "${GPU_HASH-}" ]; then
    local cuda
    cuda=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc)")")")
    GPU_HASH=$work/gpu_hash
    cc "$source/tests/cuda/gpu_hash.c" -I "$cuda/include" -L "$cuda/lib64/stubs" -lcuda -o "$GPU_HASH" || exit 2
  fi
  arch=$("$GPU_HASH") || exit 2
}

# agrees SEED NAME: what NAME computed is what -O0 did.
agrees() {
  cmp -s 0.out "$2.out" && return
  echo "seed $1: $2 and -O0 differ: $(diff 0.out "$2.out" | sed -n 's/^> //p' | tr '\n' ' ')"
  return 1
}

# by ORACLE: one more file was compared with it.
by() {
  echo "$1 $kernels" >> counts
}

ours() {
  local level
  for level in 0 3; do
    if ! "$folder/lockstep" compile x.cu -O$level --check-passes --fmad=false -o $level.ptx; then
      echo "seed $1: Lockstep's compiler refuses it at -O$level"
      return 1
    fi
    "$folder/compare_ptx" $level.ptx "$kernels" > $level.out || return 1
  done
  agrees "$1" 3 && by ours && echo "loops $(sed -n 's/^\/\/ loops: //p' x.cu)" >> counts
}

by_host() {
  "$host" -x c++ -std=c++17 -w -O0 -ffp-contract=off -I "$source" -I "$source/tests/cuda/random" x.cu -o host &&
    ./host > host.out && agrees "$1" host && by host
}

# unless SEED NAME WHO WITHOUT...: what NAME computed agrees, or does once WITHOUT has made it again
# without the optimizer of WHO.
unless() {
  local seed=$1 name=$2 who=$3 said
  shift 3
  said=$(agrees "$seed" "$name") && by "$name" && return
  "$@" > "$name.out" && agrees "$seed" "$name" > /dev/null || { echo "$said"; return 1; }
  echo "${said/ and -O0 differ:/: the optimizer of $who changes}"
  by "$who-defects"
}

nvcc_ptx() {
  timeout 90 nvcc -ptx -arch="$arch" --fmad=false -w x.cu -o "$@" 2> /dev/null
}

nvcc_unoptimized() {
  nvcc_ptx plain.ptx -Xcicc -O0 && "$folder/compare_ptx" plain.ptx "$kernels"
}

by_nvcc() {
  nvcc_ptx nvcc.ptx
  case $? in
    0) "$folder/compare_ptx" nvcc.ptx "$kernels" > nvcc.out && unless "$1" nvcc nvcc nvcc_unoptimized ;;
    124) rm -f nvcc.ptx; echo "seed $1: nvcc takes more than 90 seconds and is left out" ;;
    *) echo "seed $1: nvcc refuses it"; return 1 ;;
  esac
}

# run_on_gpu PTX NAME OPTIONS...
run_on_gpu() {
  local ptx=$1 name=$2
  shift 2
  ptxas -arch="$arch" "$@" "$ptx" -o "$name.cubin" && "$GPU_HASH" "$name.cubin" "$kernels"
}

# on_gpu SEED PTX NAME
on_gpu() {
  run_on_gpu "$2" "$3" > "$3.out" && unless "$1" "$3" ptxas run_on_gpu "$2" "$3" -O0
}

# file SEED: what differs is said, and any difference is failure.
file() {
  local mode='' good=0
  mkdir "$work/$1" && cd "$work/$1" || return 1
  [ $(($1 % 4)) = 0 ] && mode=parallel
  "$folder/random_kernels" "$1" "$kernels" $mode > x.cu
  ours "$1" || return 1
  if [[ $oracles = *host* && -n $host && -z $mode ]]; then by_host "$1" || good=1; fi
  if [[ $oracles = *nvcc* ]]; then by_nvcc "$1" || good=1; fi
  if [[ $oracles = *gpu* ]]; then
    on_gpu "$1" 3.ptx gpu-ours || good=1
    if [ -e nvcc.ptx ] && ! grep -q nvcc-defects counts; then on_gpu "$1" nvcc.ptx gpu-nvcc || good=1; fi
  fi
  rm -f ./*.cu ./*.ptx ./*.cubin ./*.out host
  return $good
}

total() {
  cat "$work"/[0-9]*/counts 2> /dev/null | awk -v name="$1" '$1 == name { sum += $2 } END { print sum + 0 }'
}

folder=$(cd "$folder" && pwd)
arch=sm_90
[ -z "$gpu" ] || prepare_gpu
for ((seed = first; seed < first + files && SECONDS < seconds; seed++)); do
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
  (file "$seed" || echo "$seed" >> "$work/failed") &
done
wait
echo "$(total ours) random kernels with $(total loops) loops: compared with $(total host) by the host's compiler," \
  "$(total nvcc) by nvcc, on a GPU $(total gpu-nvcc) by nvcc and $(total gpu-ours) of ours; left out for the" \
  "optimizers of others: $(total nvcc-defects) (nvcc), $(total ptxas-defects) (ptxas)"
if [ -e "$work/failed" ]; then
  echo "failing seeds: $(sort -n "$work/failed" | tr '\n' ' ')"
  exit 1
fi
echo "no difference"
