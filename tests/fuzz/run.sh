#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fuzzes every target of a build made with the preset `fuzz`, each for the given number of seconds, as many at once as
# there are processors: tests/fuzz/run.sh build/fuzz 60 [SEED [TARGET...]]. Stops at the first input that crashes, hangs or
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
# fuzz NAME: in a folder of its own, with a copy of the target's corpus.
fuzz() {
  local name=$1 folder=$work/$1
  mkdir -p "$folder/corpus" "$folder/tmp"
  cp "$build/tests/fuzz/${name}_corpus"/* "$folder/corpus"
  case $name in
  fuzz_ptx | fuzz_run) find "$root/tests/golden/ptx" "$root/kernels/ptx" -name '*.ptx' -size -24k -exec cp {} "$folder/corpus" \; ;;
  esac
  (cd "$folder" && TMPDIR=$folder/tmp "$build/tests/fuzz/$name" -seed="$seed" -max_total_time="$seconds" -timeout=20 \
    -close_fd_mask=3 -rss_limit_mb=2048 -max_len=32768 -verbosity=0 -print_final_stats=1 \
    -artifact_prefix="$found/$name-" "$folder/corpus") > "$folder/log" 2>&1
  local code=$?
  echo "fuzzing $name for $seconds s"
  cat "$folder/log"
  [ $code = 0 ] || exit 255 # which xargs stops at
}
export -f fuzz
export build seconds seed root found work

for target in "$build"/tests/fuzz/fuzz_*; do
  name=$(basename "$target")
  [ -x "$target" ] && [ -f "$target" ] || continue
  [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
  echo "$name"
done | xargs -P "$(nproc)" -I NAME bash -c 'fuzz NAME'
