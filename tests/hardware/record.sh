#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the programs of kernels/ on this machine's NVIDIA GPU under ncu and keeps what it counted.
#
#   tests/hardware/record.sh FOLDER [PROGRAM...]    all programs by default; README.md tells the rest
#
# RECORD_ARCH (sm_90), RECORD_SECONDS (400: after that the remaining steps are skipped and what there is
# gets packed), RECORD_SOURCE (empty: no counts by source line) and RECORD_LIMIT_BYTES (14000000: a larger
# archive is left out) may be set.
# Exit code: 0 all recorded, 1 something failed (summary.txt says what), 2 nothing can be recorded here.
set -uo pipefail # not -e: a step that fails is written down and the next one goes on

here=$(cd "$(dirname "$0")" && pwd)
kernels=$(cd "$here/../../kernels" && pwd)
arch=${RECORD_ARCH:-sm_90}
budget=${RECORD_SECONDS:-400}
limit_bytes=${RECORD_LIMIT_BYTES:-14000000}
if (($# == 0)); then
    echo "usage: $0 FOLDER [PROGRAM...]" >&2
    exit 2
fi
mkdir -p "$1" || exit 2
output=$(cd "$1" && pwd)
shift
programs=("$@")
if ((${#programs[@]} == 0)); then
    for source in "$kernels"/*.cu; do
        programs+=("$(basename "$source" .cu)")
    done
fi
export PATH=$PATH:/usr/local/cuda/bin
for folder in /opt/nvidia/nsight-compute/*/; do
    PATH=$PATH:${folder%/}
done

work=$(mktemp -d)
mkdir -p "$work"/{build,results,logs,sass,source,reports,source_reports}
summary=$output/summary.txt
: >"$summary"
failures=0
note() { echo "$*" | tee -a "$summary"; }
fail() {
    failures=$((failures + 1))
    note "FAILED: $*"
}

# step SECONDS LOG COMMAND...: runs it within its limit and the time that is left.
step() {
    local seconds=$1 log=$2 left=$((budget - SECONDS))
    shift 2
    if ((left <= 0)); then
        echo "out of time: $*" >>"$log"
        return 124
    fi
    echo "+ $*" >>"$log"
    timeout -k 5 "$((seconds < left ? seconds : left))" "$@" >>"$log" 2>&1 </dev/null
}

# shellcheck disable=SC2317 # finish() calls it
# pack NAME FOLDER...: one archive, unless it grows too large.
pack() {
    local archive=$output/$1.tar.gz
    shift
    tar -czf "$archive" -C "$work" "$@"
    if (($(stat -c %s "$archive") > limit_bytes)); then
        note "$(basename "$archive") had $(stat -c %s "$archive") bytes and was left out"
        rm -f "$archive"
    fi
}

# shellcheck disable=SC2317 # the trap below calls it
# Whatever happens, what has been recorded is packed.
finish() {
    local status=$?
    trap - EXIT
    note "seconds: $SECONDS; failures: $failures"
    pack results results logs
    pack sass sass
    pack source source
    pack reports reports
    pack source_reports source_reports
    rm -rf "$work"
    if ((status == 0 && failures > 0)); then
        status=1
    fi
    exit "$status"
}
trap finish EXIT
trap 'exit 1' INT TERM

record_environment() {
    {
        date -u +%Y-%m-%dT%H:%M:%SZ
        uname -a
        nvidia-smi
        nvidia-smi -q
        for tool in nvcc ptxas cuobjdump ncu; do
            echo "== $tool"
            timeout 30 "$tool" --version
        done
    } >"$work/results/environment.txt" 2>&1
    nvidia-smi --query-gpu=name,driver_version,compute_cap,clocks.max.sm --format=csv,noheader \
        2>/dev/null | head -1 | tee -a "$summary"
    ncu --version 2>/dev/null | grep -i version | tee -a "$summary"
}

# The program, its PTX (kept by --keep), and two disassemblies: of the program itself, and of what ptxas
# makes of the committed PTX.
build() {
    local name=$1
    local keep=$work/build/$name.keep log=$work/logs/$name.build.log
    mkdir -p "$keep"
    step 120 "$log" nvcc -O3 -arch="$arch" -lineinfo --keep --keep-dir "$keep" \
        "$kernels/$name.cu" -o "$work/build/$name" || return
    step 60 "$log" ptxas -arch="$arch" -m64 --generate-line-info -v "$kernels/ptx/$name.ptx" \
        -o "$work/build/$name.cubin"
    timeout 60 cuobjdump -sass "$work/build/$name" >"$work/sass/$name.sass" 2>>"$log"
    timeout 60 cuobjdump -sass "$work/build/$name.cubin" >"$work/build/$name.committed.sass" 2>>"$log"
    {
        timeout 60 cuobjdump -res-usage "$work/build/$name" 2>&1
        grep -E 'ptxas|Used|stack|Compiling' "$log"
    } >"$work/sass/$name.resources"
}

# PTX without comments, the folders of its sources, and blank lines.
plain_ptx() { sed -E 's|//.*||; s|(\.file[[:space:]]+[0-9]+ ")[^"]*/|\1|; /^[[:space:]]*$/d' "$1"; }
instructions() { grep -E 'Function :|^[[:space:]]+/\*[0-9a-f]{4,}\*/' "$1"; }

# Was the program that ran made of the committed PTX?
verify_ptx() {
    local name=$1 ptx sass
    ptx=differs
    sass=differs
    for kept in "$work/build/$name.keep"/*.ptx; do
        if [[ -s $kept ]] && diff -q <(plain_ptx "$kept") <(plain_ptx "$kernels/ptx/$name.ptx") \
            >/dev/null; then
            ptx=same
        elif [[ -s $kept ]]; then
            cp "$kept" "$work/sass/$name.this_machine.ptx"
        fi
    done
    if [[ -n $(instructions "$work/sass/$name.sass") ]] &&
        diff -q <(instructions "$work/sass/$name.sass") \
            <(instructions "$work/build/$name.committed.sass") >/dev/null; then
        sass=same
    else
        cp "$work/build/$name.committed.sass" "$work/sass/$name.committed.sass"
    fi
    note "$name: PTX $ptx, machine code $sass as from the committed PTX"
}

# ncu_arguments TOKEN...: metrics.txt's names as options, into `arguments`.
ncu_arguments() {
    local token metrics=
    arguments=()
    for token in "$@"; do
        case $token in
        section:*) arguments+=(--section "${token#section:}") ;;
        *) metrics+=${metrics:+,}$token ;;
        esac
    done
    if [[ -n $metrics ]]; then
        arguments+=(--metrics "$metrics")
    fi
}

# profile REPORT LOG SECONDS PROGRAM OPTION...: true when a report was written.
profile() {
    local report=$1 log=$2 seconds=$3 program=$4
    shift 4
    rm -f "$report.ncu-rep"
    step "$seconds" "$log" ncu --clock-control none --force-overwrite --export "$report" "$@" "$program"
    [[ -s $report.ncu-rep ]]
}

probe() {
    local log=$work/logs/probe.log
    : >"$work/probe.last"
    ncu_arguments "$@"
    profile "$work/probe" "$work/probe.last" 90 "$work/build/vector_add" --launch-count 1 \
        "${arguments[@]}"
    local status=$?
    cat "$work/probe.last" >>"$log"
    return $status
}

# accept TOKEN...: adds to `accepted` what this ncu takes. Names that its message contains go first;
# if it names none, halves are tried.
accept() {
    local token name good=() bad=()
    if (($# == 0)); then
        return
    fi
    if ((SECONDS > probe_until)); then
        rejected+=("$@")
        fail "no time to try these names: $*"
        return
    fi
    if probe "$@"; then
        accepted+=("$@")
        return
    fi
    for token in "$@"; do
        name=${token#section:}
        name=${name%%.*}
        if grep -E '^==(ERROR|WARNING)==|rror|not found|nvalid' "$work/probe.last" | grep -v '^+ ' |
            grep -qE "(^|[^a-zA-Z0-9_])$name([^a-zA-Z0-9_]|\$)"; then
            bad+=("$token")
        else
            good+=("$token")
        fi
    done
    if ((${#bad[@]} > 0 && ${#good[@]} > 0)); then
        rejected+=("${bad[@]}")
        accept "${good[@]}"
    elif (($# == 1)); then
        rejected+=("$1")
    else
        accept "${@:1:$#/2}"
        accept "${@:$#/2+1}"
    fi
}

# import REPORT CSV LOG OPTION...: prints a report as CSV; an empty one is removed.
import() {
    local report=$1 csv=$2 log=$3
    shift 3
    timeout 60 ncu --import "$report.ncu-rep" --csv "$@" >"$csv" 2>>"$log" </dev/null
    if [[ $(wc -l <"$csv") -lt 2 ]]; then
        cat "$csv" >>"$log"
        rm -f "$csv"
        return 1
    fi
}

# The counters: NAME.csv has a row a launch, NAME.instances.csv adds counts by opcode where ncu has them.
record_counters() {
    local name=$1
    local report=$work/reports/$name log=$work/logs/$name.ncu.log
    ncu_arguments "${accepted[@]}"
    if ! profile "$report" "$log" 120 "$work/build/$name" "${arguments[@]}"; then
        note "$name: no report with all names; trying without sections"
        ncu_arguments "${accepted_metrics[@]}"
        profile "$report" "$log" 120 "$work/build/$name" "${arguments[@]}" ||
            { fail "$name: ncu wrote no report"; return; }
    fi
    import "$report" "$work/results/$name.csv" "$log" --page raw --print-units base ||
        import "$report" "$work/results/$name.csv" "$log" --page raw ||
        fail "$name: no CSV from the report"
    import "$report" "$work/results/$name.instances.csv" "$log" --page raw --print-units base \
        --print-metric-instances values || note "$name: no instances"
    [[ ! -s $work/results/$name.csv ]] ||
        note "$name: $(($(wc -l <"$work/results/$name.csv") - 2)) launches, at $SECONDS s"
}

# Counts for each machine instruction (NAME.csv) and each source line (NAME.lines.csv).
record_source() {
    local name=$1
    local report=$work/source_reports/$name log=$work/logs/$name.source.log
    profile "$report" "$log" 90 "$work/build/$name" --section SourceCounters --import-source yes ||
        profile "$report" "$log" 90 "$work/build/$name" --section SourceCounters ||
        { fail "$name: no source counters"; return; }
    import "$report" "$work/source/$name.csv" "$log" --page source --print-source sass \
        --print-units base ||
        import "$report" "$work/source/$name.csv" "$log" --page source ||
        fail "$name: no CSV of the source counters"
    import "$report" "$work/source/$name.lines.csv" "$log" --page source --print-source cuda \
        --print-units base || note "$name: no counts by source line"
}

# --- the run -------------------------------------------------------------------------------------

for tool in nvcc ptxas ncu cuobjdump nvidia-smi; do
    command -v "$tool" >/dev/null || {
        fail "$tool is not installed"
        exit 2
    }
done
record_environment

# One program and one counter tell whether this machine lets ncu count at all.
build vector_add
if ! probe smsp__inst_executed.sum; then
    tail -20 "$work/probe.last"
    fail "ncu cannot count on this machine (see logs/probe.log)"
    exit 2
fi

for name in "${programs[@]}"; do
    [[ $name == vector_add ]] || build "$name" &
done
for collection in profiling launch source; do
    timeout 60 ncu --query-metrics --query-metrics-collection "$collection" \
        >"$work/results/available_$collection.txt" 2>&1 </dev/null &
done
wait
for name in "${programs[@]}"; do
    if [[ -x $work/build/$name ]]; then
        verify_ptx "$name"
    else
        fail "$name: not built"
        cat "$work/logs/$name.build.log"
    fi
done

# The programs alone: do they compute what the host computes?
for name in "${programs[@]}"; do
    [[ -x $work/build/$name ]] || continue
    step 60 "$work/results/$name.out" "$work/build/$name" || fail "$name: wrong, see $name.out"
done

accepted=()
rejected=()
probe_until=$((SECONDS + 90))
mapfile -t tokens < <(sed -E 's/#.*//; s/[[:space:]]//g; /^$/d' "$here/metrics.txt")
accept "${tokens[@]}"
accepted_metrics=()
for token in "${accepted[@]}"; do
    [[ $token == section:* ]] || accepted_metrics+=("$token")
done
printf '%s\n' "${accepted[@]}" >"$work/results/metrics_accepted.txt"
note "${#accepted[@]} names accepted at $SECONDS s; rejected: ${rejected[*]:-none}"

for name in "${programs[@]}"; do
    [[ ! -x $work/build/$name ]] || record_counters "$name"
done
for name in "${programs[@]}"; do
    [[ ! -x $work/build/$name || -z ${RECORD_SOURCE-yes} ]] || record_source "$name"
done
exit 0
