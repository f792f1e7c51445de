#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds kernels/microbench and runs it on this machine's NVIDIA GPU.
#
#   tests/hardware/record_microbench.sh FOLDER [GROUP...]    all groups by default
#
# FOLDER/microbench.csv has the result; environment.txt the machine, its clocks before and after and the
# seconds of each step; microbench.sass.gz the machine code, where cuobjdump is installed; log.txt what
# went wrong. RECORD_ARCH (this machine's, or sm_90), RECORD_SECONDS (85: no group starts or runs on after
# that) and RECORD_COMPILERS (as many as cores) may be set.
# Exit code: 0 all recorded, 1 a group failed or was left out (log.txt says which), 2 nothing recorded.
set -uo pipefail # not -e: a group that fails is written down and the next one goes on

here=$(cd "$(dirname "$0")" && pwd)
sources=$(cd "$here/../../kernels/microbench" && pwd)
budget=${RECORD_SECONDS:-85}
compilers=${RECORD_COMPILERS:-$(nproc)}
if (($# == 0)); then
    echo "usage: $0 FOLDER [GROUP...]" >&2
    exit 2
fi
mkdir -p "$1" || exit 2
output=$(cd "$1" && pwd)
shift
export PATH=$PATH:/usr/local/cuda/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$output/log.txt
environment=$output/environment.txt
: >"$log"
note() { echo "$SECONDS s: $*" | tee -a "$environment" >&2; }
clocks() {
    timeout 10 nvidia-smi --format=csv \
        --query-gpu=name,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem,power.draw,temperature.gpu,pcie.link.gen.current,pcie.link.width.current,clocks_event_reasons.active \
        >>"$environment" 2>&1
}

{
    date -u +%Y-%m-%dT%H:%M:%SZ
    uname -srm
    grep -m 1 'model name' /proc/cpuinfo
    timeout 10 nvidia-smi
    nvcc --version
} >"$environment" 2>&1
clocks

arch=${RECORD_ARCH:-}
if [[ -z $arch ]]; then
    capability=$(timeout 10 nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null |
        head -1 | tr -d .)
    arch=sm_${capability:-90}
fi

# All files side by side: it is one compiler run for each.
export arch work log
# shellcheck disable=SC2016 # the inner shell expands them
printf '%s\n' "$sources"/*.cu | xargs -P "$compilers" -I '{}' bash -c \
    'nvcc -O3 -arch="$arch" -c "$1" -o "$work/$(basename "$1" .cu).o" >>"$log" 2>&1' _ '{}'
if ! nvcc -arch="$arch" "$work"/*.o -o "$work/microbench" >>"$log" 2>&1; then
    note "FAILED: not built; see log.txt"
    exit 2
fi
note "built for $arch"
if command -v cuobjdump >/dev/null; then
    (timeout 60 cuobjdump -sass "$work/microbench" | gzip -9 >"$output/microbench.sass.gz") 2>>"$log" &
    disassembler=$!
fi

groups=("$@")
if ((${#groups[@]} == 0)); then
    groups=(latency memory_latency distance barrier launch throughput memory_throughput bandwidth
        atomic contention cluster order mix copy placement)
fi
failures=0
result=$output/microbench.csv
: >"$result"
for group in "${groups[@]}"; do
    left=$((budget - SECONDS))
    if ((left <= 0)); then
        echo "# FAILED: $group: no time left" | tee -a "$log" >>"$result"
        failures=$((failures + 1))
        continue
    fi
    timeout -k 2 "$left" "$work/microbench" "$group" >"$work/$group.csv" 2>>"$log" </dev/null
    status=$?
    if [[ -s $result ]] && grep -q '^name,' "$result"; then
        grep -v '^name,' "$work/$group.csv" >>"$result"
    else
        cat "$work/$group.csv" >>"$result"
    fi
    if ((status != 0)); then
        echo "# FAILED: $group: exit code $status" | tee -a "$log" >>"$result"
        failures=$((failures + 1))
    fi
    note "$group: exit code $status, $(wc -l <"$work/$group.csv") lines"
done
clocks
[[ -z ${disassembler:-} ]] || wait "$disassembler"
note "$(wc -l <"$result") lines; failures: $failures"
[[ -s $result ]] || exit 2
((failures == 0))
