#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What one file alone uses is static: lists the global symbols of the rooms' object files that no other object file
# refers to, and fails if there is one.
# Run as: statics.sh NM SOURCE_FOLDER BUILD_FOLDER
nm=$1 source=$2
cd "$3" || exit 1

# FILE.c of each object file, by its path; objects whose source is gone are left out.
find CMakeFiles tests -name '*.c.o' | sort | while read -r object; do
    file=${object#*.dir/}
    file=${file%.o}
    case $file in __/*) file=${file##*__/} ;; esac
    if [ -f "$source/$file" ] || [ -f "$source/${object%%/CMakeFiles/*}/$file" ] || [ -f "$file" ]; then
        echo "$object"
    fi
done | xargs "$nm" -A -g | awk '
    {
        object = $1
        sub(/:.*/, "", object)
        file = object
        sub(/.*\.dir\//, "", file)
        sub(/.*__\//, "", file)
    }
    $(NF - 1) == "U" { if (!($NF in user)) user[$NF] = file; else if (user[$NF] != file) user[$NF] = "several" }
    # The room of the CUDA runtime exports to programs; a color is a row of a table; a command is called through one.
    $(NF - 1) ~ /^[TDBR]$/ && object ~ /^CMakeFiles/ && file !~ /^sim\/runtime\// &&
        $NF !~ /^(main|COLOR_.*|command_.*)$/ { home[$NF] = file }
    END {
        for (name in home) {
            count++
            if (!(name in user) || user[name] == home[name]) {
                print home[name] ": " name " is used in this file alone: make it static"
                bad++
            }
        }
        if (count < 100) {
            print "only " count + 0 " global symbols found"
            bad++
        }
        exit bad > 0
    }'
