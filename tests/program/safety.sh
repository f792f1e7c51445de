#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# safety.sh LOCKSTEP FOLDER [NVCC]: programs with odd names, a damaged cache, a full disk, outputs that
# cannot be written, compilers that fail. FOLDER is made anew.
lockstep=$1 folder=$2 nvcc=$3
failures=0
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
export LOCKSTEP_CACHE="$folder/cache"
unset CXX

# expect NAME PATTERN FILE: some line of the file matches.
expect() {
    grep -q -e "$2" "$3" || {
        echo "$1: no line matches '$2' in:"
        head -c 2000 "$3"
        failures=$((failures + 1))
    }
}
# refuse NAME PATTERN FILE: no line does.
refuse() {
    if grep -q -e "$2" "$3"; then
        echo "$1: a line matches '$2' in:"
        head -c 2000 "$3"
        failures=$((failures + 1))
    fi
}

cat > plain.cu <<'END'
#include "beside.h"
#include <cstdio>
#ifndef STEP
#define STEP 1
#endif
__global__ void turn(int *p) {
    __shared__ int s[64];
    s[threadIdx.x] = p[threadIdx.x];
    p[64 + threadIdx.x] = s[63 - threadIdx.x];
    p[threadIdx.x] = STEP + BESIDE;
}
int main() {
    int *d;
    cudaMalloc(&d, 128 * sizeof(int));
    cudaMemset(d, 0, 64 * sizeof(int));
    turn<<<1, 64>>>(d);
    int first;
    cudaMemcpy(&first, d, sizeof first, cudaMemcpyDeviceToHost);
    printf("first %d\n", first);
}
END
echo '#define BESIDE 10' > beside.h

# A name with everything that a shell, a C literal or a list of options could take for its own.
odd_folder=$(printf 'a $(touch hit) `touch hit` \\ b')
odd=$(printf "%s/-x\\377\"y'z\nw;touch hit;\$(touch hit)%%s.cu" "$odd_folder")
mkdir -p "$odd_folder"
cp plain.cu "$odd"
cp beside.h "$odd_folder/"
for compiler in builtin ${nvcc:+nvcc}; do
    "$lockstep" -q --no-cache --compiler $compiler "$odd" -I "$odd_folder" \
        '-DSTEP=(2+"$(touch hit)"[0]*0)' --json -o odd.json > odd.out 2> odd.err
    expect "odd name, $compiler" 'first 12' odd.out
    expect "odd name, $compiler" 'xÿ\\"y.z\\u000aw;touch hit;$(touch hit)%s.cu' odd.json
    [ ! -e hit ] && [ ! -e "$odd_folder/hit" ] || { echo "$compiler: a shell ran the name"; failures=$((failures + 1)); }
done
if [ -n "$nvcc" ]; then # the folder it is run in, and the one for temporary files
    (cd "$odd_folder" && cp "$folder/plain.cu" plain.cu && mkdir t && TMPDIR=$PWD/t "$lockstep" -q \
        --no-cache --compiler nvcc plain.cu > "$folder/odd.out" 2> "$folder/odd.err"
     [ ! -e hit ]) || { echo "nvcc: a shell ran the folder's name"; failures=$((failures + 1)); }
    expect "odd folder" 'first 11' odd.out
fi

# Warnings are given whether the program is built or comes from the cache.
for round in 1 2; do
    "$lockstep" plain.cu > out 2> err
    expect "round $round" 'plain.cu:9.*warning.*\[missing-barrier\]' err
    expect "round $round" 'first 11' out
done
"$lockstep" plain.cu --json -o report.json > out 2> err
expect "JSON" '"level":"warning","name":"missing-barrier","file":"plain.cu","line":9' report.json
refuse "sound cache" 'built again' err

# Comments in another encoding: pages and JSON are UTF-8.
printf '// Gr\366\337e des Blocks \377\300\n' > latin.cu
cat plain.cu >> latin.cu
"$lockstep" view -q latin.cu -o latin.html > out 2> err
iconv -f UTF-8 -t UTF-8 latin.html > out || { echo "the page is no UTF-8"; failures=$((failures + 1)); }
expect "Latin-1" 'Größe' latin.html

# A damaged entry is built again, once, with a note.
[ "$(stat -c %a cache)" = 700 ] || { echo "the cache is open to others"; failures=$((failures + 1)); }
for file in cache/*/program.so; do : > "$file"; done
"$lockstep" plain.cu > out 2> err
expect "empty entry" 'note: built again: .*program.so was changed' err
expect "empty entry" 'first 11' out
"$lockstep" plain.cu > out 2> err
refuse "mended entry" 'built again' err

# Two at once.
rm -rf cache
"$lockstep" plain.cu > out1 2> err1 &
"$lockstep" plain.cu > out 2> err
wait $!
expect "first of two" 'first 11' out1
expect "second of two" 'first 11' out

# A full disk under the cache, where this test may make one.
mkdir -p small
cat > small.sh <<'END'
mount -t tmpfs -o size=200k tmpfs small || exit 77
LOCKSTEP_CACHE=$PWD/small/cache "$1" plain.cu
END
unshare -rm sh small.sh "$lockstep" > out 2> err
if [ $? != 77 ]; then
    expect "full disk" 'first 11' out
    expect "full disk" 'note: built in a temporary folder: no room in the cache' err
fi

# What could not be written leaves the old file as it was.
echo 'good' > page.txt
cp page.txt good.txt
(ulimit -f 8; "$lockstep" plain.cu --json -o page.txt 2> err > /dev/null)
cmp -s page.txt good.txt || { echo "a page was lost"; failures=$((failures + 1)); }
expect "limit" 'page.txt: File too large' err
ln -s page.txt link.txt
chmod 640 page.txt
"$lockstep" gpus -o link.txt
[ -L link.txt ] && [ "$(stat -c %a page.txt)" = 640 ] && ! cmp -s page.txt good.txt ||
    { echo "a link or the mode of a file was lost"; failures=$((failures + 1)); }
"$lockstep" gpus -o /dev/stdout > out
expect "device" 'h200' out
ls | grep -q 'tmp$' && { echo "drafts are left"; failures=$((failures + 1)); }

# A compiler that says nothing.
CXX=/bin/false "$lockstep" plain.cu > out 2> err
expect "CXX=/bin/false" 'error: /bin/false refused plain.cu (exit code 1)' err
CXX=/nowhere/c++ "$lockstep" plain.cu > out 2> err
expect "CXX=/nowhere" "error: cannot find the program '/nowhere/c++', which CXX names" err
[ $(wc -l < err) = 1 ] || { echo "CXX=/nowhere: more than one line"; failures=$((failures + 1)); }

# Ignored signals stay ignored while compilers run.
cat > slow.sh <<'END'
#!/bin/sh
sleep 0.2
exec c++ "$@"
END
chmod +x slow.sh
for signal in HUP INT; do
    (trap '' $signal; CXX=$PWD/slow.sh "$lockstep" -q --no-cache plain.cu > out 2> err; echo $? > code) &
    sleep 0.1
    for process in $(ps -o pid= --ppid $!); do kill -$signal "$process"; done
    wait $!
    expect "ignored SIG$signal" 'first 11' out
done

# Ctrl-C: the launches so far are reported, in either mode, for programs and for single kernels.
cat > endless.cu <<'END'
#include <cstdio>
__global__ void quick(int *p) { p[threadIdx.x] = 1; }
__global__ void endless(volatile int *p) {
    while (p[0] != 0) {
        p[1] = p[1] + 1;
    }
}
int main() {
    int *d;
    cudaMalloc(&d, 128);
    quick<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    fprintf(stderr, "second launch\n");
    endless<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    fprintf(stderr, "host code went on\n");
    return 3;
}
END
target=-
# interrupt NAME ARGUMENTS: Ctrl-C comes in the middle of the second launch, or of the only one.
interrupt() {
    name=$1
    shift
    : > err # without env a shell's background jobs ignore Ctrl-C
    setsid env --default-signal=INT "$lockstep" endless.cu --json -o interrupted.json "$@" > out 2>> err &
    for wait in 1 2 3 4 5 6 7 8 9 10; do # a kernel alone does not say when it runs
        grep -q 'second launch' err && break
        sleep 0.3
    done
    env kill -s INT -- $target$! # a terminal's Ctrl-C reaches the whole group: -
    wait $!
    [ $? = 130 ] || { echo "$name: exit code is not 130"; failures=$((failures + 1)); }
    expect "$name" 'interrupted' err
    expect "$name" '"status":"limit"' interrupted.json
}
for gpu in h200 k40; do # built before, because compilers need time
    "$lockstep" endless.cu --gpu $gpu --max-instructions 1000 > out 2> err
done
for mode in counts cycles; do
    rm -f interrupted.json
    interrupt "Ctrl-C, $mode" --mode $mode
    expect "Ctrl-C, $mode" '"kernel":"quick(int \*)".*"status":"ok"' interrupted.json
done
interrupt "Ctrl-C, a kernel" -k endless --grid 1 --block 32 --arg 'p=i32[2]:ones'
interrupt "Ctrl-C, two GPUs" --gpu k40,h200
target=
rm -f interrupted.json
interrupt "Ctrl-C for the parent of two GPUs alone" --gpu k40,h200
[ $failures = 0 ]
