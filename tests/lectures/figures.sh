#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs one program of kernels/ on every GPU of which figures.table has a figure and compares:
# figures.sh LOCKSTEP KERNELS PROGRAM WORK [TABLE]; what the program reports goes to the folder WORK.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
lockstep=$1 kernels=$2 program=$3 work=$4 table=${5:-$here/figures.table}
mkdir -p "$work"
cd "$kernels/.." # programs have the names by which other tests built them
ask() { awk -v ask="$1" -v program="$program" -f "$here/figures.awk" "$table"; }

gpus=$(ask gpus)
counts=$(ask counts)
# A GPU that is not a preset is a file beside the table.
list=$(echo "$gpus" | tr , '\n' | while read -r gpu; do
    [ -f "$here/$gpu.gpu" ] && echo "$here/$gpu.gpu" || echo "$gpu"
done | paste -sd, -)
"$lockstep" "kernels/$program.cu" --gpu "$list" --csv --page raw -m "$counts" \
    -o "$work/report.csv" > "$work/printed.txt" 2> "$work/messages.txt" || {
    cat "$work/printed.txt" "$work/messages.txt"
    exit 1
}
# Without a head, messages are those of the only GPU.
{ echo "==== $gpus ===="; cat "$work/messages.txt"; } > "$work/headed.txt"
exec awk -v ask=check -v program="$program" -f "$here/figures.awk" \
    "$table" "$work/headed.txt" "$work/report.csv"
