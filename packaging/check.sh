#!/usr/bin/env bash
# packaging/check.sh PACKAGES: installs each package in PACKAGES (build/packages) where nothing else is, and uses it there:
# the .deb and .rpm in a minimal Debian with g++, the static tarball in an empty root and then in that Debian, and the Arm
# tarball in its folder, under qemu. Needs root, debootstrap, rpm, qemu-user-static, Arm's C library and a Debian mirror. Ends with a line for each package; the first failure ends the script.
set -eEuo pipefail
trap 'echo "packaging/check.sh:$LINENO: failed: $BASH_COMMAND"' ERR
unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER CMAKE_GENERATOR # of the caller's build; the bare root has none
packages=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

launch=(run /usr/share/doc/lockstep/examples/transpose.cu -k transpose_tiled --grid 4,4 --block 32,8
  --arg 'in=f32[128*128]:iota' --arg 'out=f32[128*128]' --arg n=128 --expect shared_ld_per_request==32)

# files ROOT ZSH: the man page and the completions of bash, zsh (which looks in another folder, ZSH, on Fedora) and fish lie
# where each of them looks.
files() {
  gzip -dc "$1"/usr/share/man/man1/lockstep.1.gz | grep '^.TH LOCKSTEP 1' > /dev/null # -q would leave before gzip is done
  grep -q 'complete .*lockstep' "$1"/usr/share/bash-completion/completions/lockstep
  grep -q '^#compdef lockstep' "$1/usr/share/zsh/$2/_lockstep"
  grep -q '^complete -c lockstep' "$1"/usr/share/fish/vendor_completions.d/lockstep.fish
}

# use ROOT ZSH: the program answers, one kernel runs, and a program with its own main() prints what it should.
use() {
  files "$1" "$2"
  chroot "$1" /usr/bin/lockstep --version
  chroot "$1" /usr/bin/lockstep "${launch[@]}" > /dev/null
  chroot "$1" /usr/bin/lockstep /usr/share/doc/lockstep/examples/vector_add.cu | tee "$work/out" | tail -n 1
  grep -q . "$work/out"
}

debian=$work/debian
debootstrap --variant=minbase --include=g++,make,pkg-config,cmake bookworm "$debian" > "$work/debootstrap.log" 2>&1 ||
  { tail "$work/debootstrap.log"; exit 1; }
mount -t proc proc "$debian/proc" 2> /dev/null && trap 'umount "$debian/proc"; rm -rf "$work"' EXIT

cp "$packages"/*_amd64.deb "$debian/tmp/lockstep.deb"
chroot "$debian" apt-get install -y -qq --no-install-recommends /tmp/lockstep.deb > "$work/apt.log" 2>&1 || { cat "$work/apt.log"; exit 1; }
use "$debian" vendor-completions
cat > "$debian/tmp/use.c" <<'C'
#include <lockstep.h>
int main(void)
{
    LockstepOptions options = {0};
    LockstepDevice *device = NULL;
    LockstepStatus status = lockstep_device_create(&options, &device);
    lockstep_device_destroy(device);
    return status != LOCKSTEP_OK;
}
C
chroot "$debian" sh -c 'cc /tmp/use.c -o /tmp/use $(pkg-config --cflags --libs lockstep) && /tmp/use'
mkdir "$debian/tmp/project"
cat > "$debian/tmp/project/CMakeLists.txt" <<'C'
cmake_minimum_required(VERSION 3.25)
project(use C)
find_package(lockstep 1 REQUIRED)
add_executable(use ../use.c)
target_link_libraries(use lockstep::lockstep)
C
chroot "$debian" sh -c 'cd /tmp/project && cmake -S . -B build > /dev/null && cmake --build build > /dev/null && build/use'
chroot "$debian" apt-get purge -y -qq lockstep > /dev/null 2>&1
[ ! -e "$debian/usr/bin/lockstep" ]
echo ".deb: installed, used (program, kernel, library by pkg-config and CMake) and removed"

rpm --force-debian --root "$debian" --nodeps --ignorearch -i "$packages"/*.x86_64.rpm
use "$debian" site-functions
chroot "$debian" sh -c 'export PKG_CONFIG_LIBDIR=/usr/lib64/pkgconfig # where Fedora looks
  cc /tmp/use.c -o /tmp/use $(pkg-config --cflags --libs lockstep) && /tmp/use
  cd /tmp/project && rm -rf build && cmake -S . -B build -Dlockstep_DIR=/usr/lib64/cmake/lockstep > /dev/null && cmake --build build > /dev/null && build/use'
rpm --force-debian --root "$debian" --nodeps -e lockstep
[ ! -e "$debian/usr/bin/lockstep" ]
echo ".rpm: installed, used (program, kernel, library by pkg-config and CMake) and removed"

tarball=$(ls "$packages"/lockstep-*-linux-x86_64.tar.gz)
mkdir -p "$work/empty/usr" "$work/empty/proc" "$work/empty/tmp"
tar -xzf "$tarball" --strip-components=1 -C "$work/empty/usr"
files "$work/empty" vendor-completions
chroot "$work/empty" /usr/bin/lockstep "${launch[@]}" > /dev/null
tar -xzf "$tarball" --strip-components=1 -C "$debian/usr"
use "$debian" vendor-completions
echo "static tarball: one kernel in an empty root, a program in Debian"

mkdir "$work/arm"
tar -xzf "$packages"/lockstep-*-linux-aarch64.tar.gz --strip-components=1 -C "$work/arm"
arm=(qemu-aarch64-static -L /usr/aarch64-linux-gnu "$work/arm/bin/lockstep")
"${arm[@]}" --version
"${arm[@]}" "${launch[0]}" "$work/arm/share/doc/lockstep/examples/transpose.cu" "${launch[@]:2}" > /dev/null
echo "Arm tarball: one kernel, emulated"
