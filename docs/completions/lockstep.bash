# SPDX-License-Identifier: Apache-2.0
# Made from sim/cli/*.def: change those, then cmake --build build/release --target manual
_lockstep()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local command=run values='' options=''
    case ${COMP_WORDS[1]} in
        run|check|compare|view|explain|step|sweep|compile|nvcc|gpus|occupancy|query|help) [ "$COMP_CWORD" -gt 1 ] && command=${COMP_WORDS[1]} ;;
    esac
    case $previous in
        --gpu) values="$(lockstep gpus --csv 2>/dev/null | cut -d'"' -f2 | tail -n +2)" ;;
        --mode) values="counts cycles" ;;
        --engine) values="auto interpreter native" ;;
        --compiler) values="auto builtin clang nvcc" ;;
        --language) values="auto cu" ;;
        -rdc) values="false true" ;;
        --relocatable-device-code) values="false true" ;;
        --fmad) values="true false" ;;
        --ftz) values="false true" ;;
        --prec-div) values="true false" ;;
        --prec-sqrt) values="true false" ;;
        --format) values="text json sarif sanitizer" ;;
        --out-of-bounds) values="continue stop" ;;
        --engine) values="local parallel slurm" ;;
        --page) values="details source raw launches" ;;
        --print-source) values="cuda ptx" ;;
        --print-units) values="auto base" ;;
        --names) values="ncu nvprof legacy" ;;
        --color) values="auto always never" ;;
    esac
    if [ -n "$values" ]; then
        COMPREPLY=($(compgen -W "$values" -- "$current"))
        return
    fi
    case $command in
        run) options="-k --kernel-name --grid --block --cluster --smem --arg --buffer --launch --dump --print --gpu --devices --mode --engine --run-every-launch --sample --clock-limit --without --measure-speedups --blocks-per-sm --compiler --ptx -i --import --arch -arch -I --include-path -D --define-macro -O --optimize -std --source-option --language -rdc --relocatable-device-code --default-stream -default-stream -lineinfo -l --library -L --library-path -Xcompiler --no-cache --fmad --use_fast_math -use_fast_math --ftz --prec-div --prec-sqrt --maxrregcount -maxrregcount -Xptxas --ptxas-options --check --fill --out-of-bounds --max-instructions --threads --page --print-source --csv --json --baseline -m --metrics --section --set --print-summary --print-units --log-file --names --kernel-id -s --launch-skip --launch-skip-before-match -c --launch-count --expect -o --output --export --trace --warp --max-events --argv0 --progress -q --quiet --color -h --help -V --version" ;;
        check) options="-k --kernel-name --grid --block --cluster --smem --arg --buffer --launch --gpu --devices --mode --engine --run-every-launch --blocks-per-sm --compiler --ptx --arch -arch -I --include-path -D --define-macro -O --optimize -std --source-option --language -rdc --relocatable-device-code --default-stream -default-stream -lineinfo -l --library -L --library-path -Xcompiler --no-cache --fmad --use_fast_math -use_fast_math --ftz --prec-div --prec-sqrt --maxrregcount -maxrregcount -Xptxas --ptxas-options --check --fill --format --filter --max-findings --error-exitcode --out-of-bounds --max-instructions --threads --csv --json -m --metrics --log-file --kernel-id -s --launch-skip -c --launch-count -o --output --argv0 --progress -q --quiet --color -h --help -V --version" ;;
        compare) options="-k --kernel-name --grid --block --cluster --smem --arg --buffer --launch --gpu --devices --mode --engine --run-every-launch --blocks-per-sm --compiler --ptx -i --import --known --tolerance --all --arch -arch -I --include-path -D --define-macro -O --optimize -std --source-option --language -rdc --relocatable-device-code --default-stream -default-stream -lineinfo -l --library -L --library-path -Xcompiler --no-cache --fmad --use_fast_math -use_fast_math --ftz --prec-div --prec-sqrt --maxrregcount -maxrregcount -Xptxas --ptxas-options --check --fill --out-of-bounds --max-instructions --threads --csv --json -m --metrics --log-file --kernel-id -s --launch-skip -c --launch-count -o --output --argv0 --progress -q --quiet --color -h --help -V --version" ;;
        view) options="-k --kernel-name --grid --block --cluster --smem --arg --buffer --launch --gpu --devices --mode --engine --run-every-launch --sample --clock-limit --without --measure-speedups --blocks-per-sm --compiler --ptx --arch -arch -I --include-path -D --define-macro -O --optimize -std --source-option --language -rdc --relocatable-device-code --default-stream -default-stream -lineinfo -l --library -L --library-path -Xcompiler --no-cache --fmad --use_fast_math -use_fast_math --ftz --prec-div --prec-sqrt --maxrregcount -maxrregcount -Xptxas --ptxas-options --check --fill --out-of-bounds --max-instructions --threads --csv --json --baseline -m --metrics --log-file --kernel-id -s --launch-skip -c --launch-count -o --output --warp --svg --watch --open --port --occupancy-sweep --max-events --argv0 --progress -q --quiet --color -h --help -V --version" ;;
        explain) options="-k --kernel-name --grid --block --cluster --smem --arg --buffer --launch --gpu --devices --mode --engine --run-every-launch --blocks-per-sm --compiler --ptx --arch -arch -I --include-path -D --define-macro -O --optimize -std --source-option --language -rdc --relocatable-device-code --default-stream -default-stream -lineinfo -l --library -L --library-path -Xcompiler --no-cache --fmad --use_fast_math -use_fast_math --ftz --prec-div --prec-sqrt --maxrregcount -maxrregcount -Xptxas --ptxas-options --check --fill --out-of-bounds --max-instructions --threads --csv --json -m --metrics --log-file --kernel-id -s --launch-skip -c --launch-count -o --output --warp --visit --apply --max-events --argv0 --progress -q --quiet --color -h --help -V --version" ;;
        step) options="-k --kernel-name --grid --block --cluster --smem --arg --buffer --launch --gpu --devices --mode --engine --run-every-launch --blocks-per-sm --compiler --ptx --arch -arch -I --include-path -D --define-macro -O --optimize -std --source-option --language -rdc --relocatable-device-code --default-stream -default-stream -lineinfo -l --library -L --library-path -Xcompiler --no-cache --fmad --use_fast_math -use_fast_math --ftz --prec-div --prec-sqrt --maxrregcount -maxrregcount -Xptxas --ptxas-options --check --fill --out-of-bounds --max-instructions --threads --csv --json -m --metrics --log-file --kernel-id -s --launch-skip -c --launch-count -o --output --warp -x --commands --max-events --argv0 --progress -q --quiet --color -h --help -V --version" ;;
        sweep) options="--engine -j --jobs --point --threads -o --output -q --quiet --color -h --help" ;;
        compile) options="-k --kernel-name --gpu --arch -arch -I --include-path -D --define-macro -O --optimize --check-passes -rdc --relocatable-device-code -lineinfo -Xcompiler --fmad --use_fast_math -use_fast_math --ftz --prec-div --prec-sqrt --maxrregcount -maxrregcount -Xptxas --ptxas-options -o --output -q --quiet --color -h --help" ;;
        nvcc) options="" ;;
        gpus) options="--csv -o --output --from -q --quiet --color -h --help" ;;
        occupancy) options="--block --smem --gpu --csv -o --output --regs -q --quiet --color -h --help" ;;
        query) options="--csv --names -o --output -q --quiet --color -h --help" ;;
        help) options="--color -h --help" ;;
    esac
    case $current in
        -*) COMPREPLY=($(compgen -W "$options" -- "$current")); return ;;
    esac
    COMPREPLY=($(compgen -f -- "$current"))
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY+=($(compgen -W "run check compare view explain step sweep compile nvcc gpus occupancy query help " -- "$current"))
    elif [ "$command" = gpus ]; then
        COMPREPLY+=($(compgen -W "$(lockstep gpus --csv 2>/dev/null | cut -d'"' -f2 | tail -n +2)" -- "$current"))
    elif [ "$command" = help ]; then
        COMPREPLY=($(compgen -W "run check compare view explain step sweep compile nvcc gpus occupancy query help programs buffers classes reports findings faults codes environment examples" -- "$current"))
    fi
}
complete -o filenames -F _lockstep lockstep
