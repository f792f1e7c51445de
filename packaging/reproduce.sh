#!/usr/bin/env bash
# packaging/reproduce.sh [COMMIT]: builds the packages of a commit (HEAD) in two folders with names of different lengths and
# compares their bytes. Takes as long as two builds; with ccache less. Ends with a line for each package; exit code 1 if one differs.
set -euo pipefail
commit=$(git rev-parse "${1:-HEAD}") # once: HEAD may move while the first folder is built
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for folder in one another-folder; do
  mkdir "$work/$folder"
  git archive "$commit" | tar -x -C "$work/$folder"
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct "$commit") bash -c '
    cd "$1" && umask "$2" && cmake --preset package > build.log 2>&1 && cmake --build --preset package >> build.log 2>&1' \
    - "$work/$folder" "$([ "$folder" = one ] && echo 022 || echo 027)" || { tail "$work/$folder/build.log"; exit 1; }
done

rc=0
for package in "$work"/one/build/packages/*; do
  name=${package##*/}
  [ -f "$package" ] || continue
  if cmp "$package" "$work/another-folder/build/packages/$name"; then
    echo "$name: the same bytes"
  else
    rc=1
  fi
done
exit $rc
