#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# record.sh FOLDER: builds every program of the corpus with nvcc and runs it on this machine's GPU (an
# H200 or H100 for the files in recorded/); FOLDER gets one NAME.txt each with its standard output and a last
# line with its exit status.
set -uo pipefail
out=$1
here=$(dirname "$0")
mkdir -p "$out"
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
record() {
  name=$(basename "$1" .cu)
  flags=()
  grep -q "needs: rdc" "$1" && flags+=(-rdc=true)
  grep -q "needs: extended-lambda" "$1" && flags+=(--extended-lambda)
  read -ra options <<< "$(sed -n 's|^// needs: -|-|p' "$1")"
  flags+=("${options[@]}")
  if nvcc -std=c++17 -arch=sm_90 -w "${flags[@]}" -I"$here" "$1" -o "$build/$name" 2> "$build/$name.err"; then
    (cd "$here" && timeout 60 "$build/$name" > "$build/$name.txt" 2> /dev/null; echo "exit status $?" >> "$build/$name.txt")
    cp "$build/$name.txt" "$out/$name.txt"
  else
    { echo "$name: nvcc refuses it"; cat "$build/$name.err"; } >&2
  fi
}
export -f record
export out here build
ls "$here"/*.cu "$here"/headers/*.cu | xargs -P "$(nproc)" -I{} bash -c 'record {}'
