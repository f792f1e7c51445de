#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One sweep of 100 points through every engine, with the same table each time, byte for byte:
#   engines.sh LOCKSTEP local|parallel|slurm
# `local` stops the sweep in the middle and goes on; `slurm` takes a node away in the middle. Exits with 77 if the
# engine is not installed.
set -euo pipefail
lockstep=$(realpath "$1")
engine=$2
cd "$(dirname "$0")"
folder=$(realpath .)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sweep() { "$lockstep" sweep hundred.sweep --jobs 2 "$@"; }
points() { find "$work/$1/points" -name '*.csv' 2> /dev/null | wc -l; }
# until_done N NAME: waits until the sweep in the folder NAME has N points.
until_done() {
  for _ in $(seq 1200); do
    [ "$(points "$2")" -lt "$1" ] || return 0
    sleep 0.05
  done
  echo "only $(points "$2") points" >&2
  exit 1
}
same() {
  [ "$(points "$1")" = 100 ]
  cmp "$work/local/table.csv" "$work/$1/table.csv"
  cmp "$work/local/table.jsonl" "$work/$1/table.jsonl"
}

sweep -q -o "$work/local" > "$work/said"
grep -q '^100 points, 0 without a result' "$work/said"
[ "$(wc -l < "$work/local/table.csv")" = 101 ]
case $engine in
local)
  sweep -q -o "$work/again" > /dev/null &
  until_done 10 again
  kill -9 $!
  wait $! 2> /dev/null || true
  pkill -9 -f "$work/again" || true
  [ "$(points again)" -lt 100 ]
  before=$(stat -c %Y.%i "$work/again/points/0.csv")
  sweep -o "$work/again" > "$work/said" 2> "$work/notes"
  grep -q 'points are there already' "$work/notes"
  [ "$before" = "$(stat -c %Y.%i "$work/again/points/0.csv")" ]
  same again
  ;;
parallel)
  command -v parallel > /dev/null || exit 77
  sweep -q -o "$work/parallel" --engine parallel > /dev/null
  same parallel
  ;;
slurm)
  for tool in slurmctld slurmd munged sbatch; do command -v $tool > /dev/null || exit 77; done
  [ "$(id -u)" = 0 ] || exit 77
  . "$folder/cluster.sh"
  trap 'cluster_stop; rm -rf "$work"' EXIT
  cluster_start "$work/cluster"
  sweep -o "$work/slurm" --engine slurm > /dev/null 2> "$work/notes" &
  until_done 5 slurm
  cluster_kill 2
  sleep 1
  cluster_node 2
  wait $!
  same slurm
  ;;
esac
echo "$engine: the same table"
