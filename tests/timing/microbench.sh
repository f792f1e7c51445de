#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The microbenchmark on the modeled H200 measures what it measured on a real one: microbench.sh LOCKSTEP ROOT.
# Compared are latencies that --quick sizes show too, within 5 %.
set -eu
lockstep=$1 root=$2
keys='lat_alu lat_int_mul lat_int_mad lat_fp64 lat_sfu lat_l1 lat_shared lat_shared_step lat_shared_remote lat_global_atomic
    lat_global_atomic_far lat_fence lat_fence_flush lat_fence_sys'
"$lockstep" --mode cycles --quiet "$root"/kernels/microbench/*.cu -- --quick latency memory_latency barrier order 2>/dev/null |
    awk -F, -v keys="$keys" '
        FILENAME != "-" { if ($2 == "") measured[$1] = $3; next }
        $2 == "" { modeled[$1] = $3 }
        END {
            count = split(keys, key, " ")
            for (i = 1; i <= count; i++) {
                k = key[i]
                is_near = (k in modeled) && (k in measured) &&
                    modeled[k] >= 0.95 * measured[k] && modeled[k] <= 1.05 * measured[k]
                printf "%-18s modeled %s, measured %s%s\n", k, modeled[k], measured[k], is_near ? "" : "  <- too far"
                bad += !is_near
            }
            exit bad > 0
        }' "$root/traces/h200/microbench.csv" -
