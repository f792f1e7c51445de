#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# sanitize.sh OUT.csv [FOLDER]: builds the cases of this folder with nvcc into FOLDER (unless they are there) and
# runs compute-sanitizer's four tools over each of them on the GPU of this machine, twelve at a time. One CSV line
# a case and tool: file, number, kernel, tool, errors, first message. It takes some minutes.
# A file's line `// nvcc: OPTION...` has more options for nvcc.
# sanitize.sh --list: the cases alone, "file number kernel" a line.
set -u
here=$(cd "$(dirname "$0")" && pwd)

# RUN(7, ... name_wrong ...) of each file.
list_cases() {
  for file in "$here"/*.cu; do
    tr '\n' ' ' < "$file" | sed -E 's/(RUN|CALL|STREAMS|IMAGE)\(([0-9]+),/\n@\2 /g' |
      sed -nE 's/^@([0-9]+) [^@]*/&/p' | sed -E 's/\b(run_)//g' |
      grep -oE '^@[0-9]+ |\b[a-z_0-9]+_(wrong|right)\b' |
      awk -v name="$(basename "$file" .cu)" '/^@/ { number = substr($1, 2); next }
        number != "" { print name, number, $1; number = "" }'
  done
}
if [ "$1" = --list ]; then
  list_cases
  exit
fi
out=$1
build=${2:-$(mktemp -d)}
export PATH=$PATH:/usr/local/cuda/bin
mkdir -p "$build"

build_file() {
  name=$(basename "$2" .cu)
  read -ra more <<< "$(sed -n 's|^// nvcc: ||p' "$2")"
  [ -x "$1/$name" ] || nvcc -arch=sm_90 -lineinfo -w "${more[@]}" -o "$1/$name" "$2"
}
export -f build_file
printf '%s\n' "$here"/*.cu | xargs -P 8 -I{} bash -c 'build_file "$@"' build_file "$build" {} || exit 1

run_case() {
  build=$1 name=$2 number=$3 kernel=$4 tool=$5
  text=$(timeout 20 compute-sanitizer --tool "$tool" "$build/$name" "$number" 2>&1)
  errors=$(sed -n 's/.*\(ERROR\|RACECHECK\) SUMMARY: \([0-9]*\) .*/\2/p' <<< "$text" | head -1)
  first=$(grep '^=========' <<< "$text" | sed 's/^=* *//' | grep -vE '^(COMPUTE-SANITIZER|ERROR SUMMARY|RACECHECK SUMMARY|$)' | head -1)
  echo "$name,$number,$kernel,$tool,${errors:-none},\"${first//\"/}\""
}
export -f run_case

list_cases | while read -r name number kernel; do
  for tool in memcheck racecheck initcheck synccheck; do
    echo "$build $name $number $kernel $tool"
  done
done | xargs -P 12 -L 1 bash -c 'run_case "$@"' run_case | sort -t, -k1,1 -k2,2n -k4,4 > "$out.rows"
{ echo "file,number,kernel,tool,errors,first"; cat "$out.rows"; } > "$out"
rm "$out.rows"
