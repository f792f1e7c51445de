#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# sanitize.sh OUT.csv [FOLDER]: builds the cases of this folder with nvcc into FOLDER (unless they are there) and
# runs compute-sanitizer's four tools over each of them on the GPU of this machine, eight at a time. One CSV line
# a case and tool: file, number, kernel, tool, errors, first message. It takes some minutes.
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=$1
build=${2:-$(mktemp -d)}
export PATH=$PATH:/usr/local/cuda/bin
mkdir -p "$build"

for file in "$here"/*.cu; do
  name=$(basename "$file" .cu)
  [ -x "$build/$name" ] || nvcc -arch=sm_90 -lineinfo -w -o "$build/$name" "$file" || exit 1
done

run_case() {
  build=$1 name=$2 number=$3 kernel=$4 tool=$5
  text=$(timeout 60 compute-sanitizer --tool "$tool" "$build/$name" "$number" 2>&1)
  errors=$(sed -n 's/.*\(ERROR\|RACECHECK\) SUMMARY: \([0-9]*\) .*/\2/p' <<< "$text" | head -1)
  first=$(grep '^=========' <<< "$text" | sed 's/^=* *//' | grep -vE '^(COMPUTE-SANITIZER|ERROR SUMMARY|RACECHECK SUMMARY|$)' | head -1)
  echo "$name,$number,$kernel,$tool,${errors:-none},\"${first//\"/}\""
}
export -f run_case

for file in "$here"/*.cu; do
  name=$(basename "$file" .cu)
  sed -n 's/^ *RUN(\([0-9]*\), (\([a-z_0-9]*\)<<<.*/\1 \2/p' "$file" | while read -r number kernel; do
    for tool in memcheck racecheck initcheck synccheck; do
      echo "$build $name $number $kernel $tool"
    done
  done
done | xargs -P 8 -L 1 bash -c 'run_case "$@"' run_case | sort -t, -k1,1 -k2,2n -k4,4 > "$out.rows"
{ echo "file,number,kernel,tool,errors,first"; cat "$out.rows"; } > "$out"
rm "$out.rows"
