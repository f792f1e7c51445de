#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fuzzes every target of a build made with the preset `fuzz`, each for the given number of seconds:
# tests/fuzz/run.sh build/fuzz 60 [SEED [TARGET...]]. Stops at the first input that crashes, hangs or
# leaks, which it leaves in the working directory. With a seed other than 0 the inputs come in the same
# order each time. For hours: `tests/fuzz/run.sh build/fuzz 3600`.
set -euo pipefail
build=$(realpath "${1:?usage: run.sh BUILD SECONDS [SEED [TARGET...]]}")
seconds=${2:?usage: run.sh BUILD SECONDS [SEED [TARGET...]]}
seed=${3:-0} # 0: any
shift $(($# < 3 ? $# : 3))
root=$(cd "$(dirname "$0")/../.." && pwd)
found=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
for target in "$build"/tests/fuzz/fuzz_*; do
  name=$(basename "$target")
  [ -x "$target" ] && [ -f "$target" ] || continue
  [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
  echo "fuzzing $name for $seconds s"
  rm -rf "$work/corpus"
  mkdir -p "$work/corpus"
  cp "${target}_corpus"/* "$work/corpus"
  case $name in
  fuzz_ptx | fuzz_run) find "$root/tests/golden/ptx" "$root/kernels/ptx" -name '*.ptx' -size -24k -exec cp {} "$work/corpus" \; ;;
  esac
  (cd "$work" && "$target" -seed="$seed" -max_total_time="$seconds" -timeout=20 -close_fd_mask=3 \
    -rss_limit_mb=2048 -max_len=32768 -verbosity=0 -print_final_stats=1 \
    -artifact_prefix="$found/$name-" "$work/corpus")
done
