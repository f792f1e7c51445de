#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fuzzes every target of a build made with the preset `fuzz`, each for the given number of seconds:
# tests/fuzz/run.sh build/fuzz 60. Stops at the first input that crashes, hangs or leaks.
set -euo pipefail
build=${1:?usage: run.sh BUILD SECONDS}
seconds=${2:?usage: run.sh BUILD SECONDS}
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
  (cd "$work" && "$(cd "$root" && realpath "$target")" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
    -max_len=32768 -verbosity=0 -print_final_stats=1 "${dictionary[@]}" corpus)
done
