#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fuzzes every target of a build made with the preset `fuzz`, each for the given number of seconds:
# tests/fuzz/run.sh build/fuzz 60 [SEED]. Stops at the first input that crashes, hangs or leaks.
# With a seed the inputs come in the same order each time; without, others each time.
set -euo pipefail
build=${1:?usage: run.sh BUILD SECONDS [SEED]}
seconds=${2:?usage: run.sh BUILD SECONDS [SEED]}
seed=${3:-0} # 0: any
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for target in "$build"/tests/fuzz/fuzz_*; do
  [ -x "$target" ] && [ -f "$target" ] || continue
  echo "fuzzing $(basename "$target") for $seconds s"
  rm -rf "$work/corpus"
  mkdir -p "$work/corpus"
  if [ -d "${target}_corpus" ]; then
    cp "${target}_corpus"/* "$work/corpus"
  fi
  case $target in
  *fuzz_ptx) find "$root/tests/golden/ptx" "$root/kernels/ptx" -name '*.ptx' -size -24k -exec cp {} "$work/corpus" \; ;;
  esac
  dictionary=()
  if [ -f "$root/tests/fuzz/$(basename "$target").dict" ]; then
    dictionary=(-dict="$root/tests/fuzz/$(basename "$target").dict")
  fi
  (cd "$work" && "$(cd "$root" && realpath "$target")" -seed="$seed" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -max_len=32768 -verbosity=0 -print_final_stats=1 "${dictionary[@]}" corpus)
done
