// SPDX-License-Identifier: Apache-2.0
// Completions for bash, zsh and fish: commands, their options, and the values that options have.
#include "sim/cli/manual/manual.h"

#include <string.h>

static const char list_gpus[] = "lockstep gpus --csv 2>/dev/null | cut -d'\"' -f2 | tail -n +2";

static const char note[] = "# SPDX-License-Identifier: Apache-2.0\n"
                           "# Made from sim/cli/*.def: change those, then cmake --build "
                           "build/release --target manual\n";

// "counts|cycles": words that are the only values.
static bool has_values(const OptionInfo *info)
{
    return info->argument != NULL && strchr(info->argument, '|') != NULL &&
           strspn(info->argument, "abcdefghijklmnopqrstuvwxyz|") == strlen(info->argument);
}

static bool is_gpu(OptionId id)
{
    return id == OPTION_GPU;
}

// "counts cycles"
static void put_values(const OptionInfo *info, Text *out)
{
    for (const char *at = info->argument; *at != '\0'; at++) {
        text_add(out, *at == '|' ? " " : at, 1);
    }
}

static void put_spellings(const OptionInfo *info, const char *between, Text *out)
{
    if (info->letter != '\0') {
        text_printf(out, "-%c%s", info->letter, between);
    }
    text_put(out, info->name);
}

// Names of the commands but run, which is meant when none is given.
static void put_other_commands(Text *out)
{
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        if (i != INDEX_RUN) {
            text_printf(out, "%s ", command_info[i].name);
        }
    }
}

static void put_topics(Text *out)
{
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        text_printf(out, "%s ", command_info[i].name);
    }
    for (uint32_t i = 0; i < topic_count; i++) {
        text_printf(out, "%s%s", topic_info[i].name, i + 1 < topic_count ? " " : "");
    }
}

static void put_bash_values(Text *out)
{
    text_put(out, "    case $previous in\n");
    for (uint32_t id = 0; id < OPTION_COUNT; id++) {
        const OptionInfo *info = &option_info[id];
        if (!has_values(info) && !is_gpu((OptionId)id)) {
            continue;
        }
        text_put(out, "        ");
        put_spellings(info, "|", out);
        text_put(out, ") values=\"");
        if (is_gpu((OptionId)id)) {
            text_printf(out, "$(%s)", list_gpus);
        } else {
            put_values(info, out);
        }
        text_put(out, "\" ;;\n");
    }
    text_put(out, "    esac\n");
}

static void put_bash_options(Text *out)
{
    text_put(out, "    case $command in\n");
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        text_printf(out, "        %s) options=\"", command_info[i].name);
        const char *between = "";
        for (uint32_t id = 0; id < OPTION_COUNT; id++) {
            if ((option_info[id].commands & (1u << i)) != 0) {
                text_put(out, between);
                put_spellings(&option_info[id], " ", out);
                between = " ";
            }
        }
        text_put(out, "\" ;;\n");
    }
    text_put(out, "    esac\n");
}

void bash_put(Text *out)
{
    text_put(out, note);
    text_put(out, "_lockstep()\n{\n"
                  "    local current=${COMP_WORDS[COMP_CWORD]} "
                  "previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                  "    local command=run values='' options=''\n"
                  "    case ${COMP_WORDS[1]} in\n        ");
    const char *between = "";
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        text_printf(out, "%s%s", between, command_info[i].name);
        between = "|";
    }
    text_put(out, ") [ \"$COMP_CWORD\" -gt 1 ] && command=${COMP_WORDS[1]} ;;\n    esac\n");
    put_bash_values(out);
    text_put(out, "    if [ -n \"$values\" ]; then\n"
                  "        COMPREPLY=($(compgen -W \"$values\" -- \"$current\"))\n"
                  "        return\n"
                  "    fi\n");
    put_bash_options(out);
    text_put(out, "    case $current in\n"
                  "        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$current\")); return ;;\n"
                  "    esac\n"
                  "    COMPREPLY=($(compgen -f -- \"$current\"))\n"
                  "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                  "        COMPREPLY+=($(compgen -W \"run ");
    put_other_commands(out);
    text_put(out, "\" -- \"$current\"))\n"
                  "    elif [ \"$command\" = gpus ]; then\n");
    text_printf(out, "        COMPREPLY+=($(compgen -W \"$(%s)\" -- \"$current\"))\n", list_gpus);
    text_put(out, "    elif [ \"$command\" = help ]; then\n"
                  "        COMPREPLY=($(compgen -W \"");
    put_topics(out);
    text_put(out, "\" -- \"$current\"))\n"
                  "    fi\n}\n"
                  "complete -o filenames -F _lockstep lockstep\n");
}

// Within '...[help]' of zsh.
static void put_zsh_help(const char *help, Text *out)
{
    for (; *help != '\0'; help++) {
        if (*help == '\'') {
            text_put(out, "'\\''");
        } else {
            text_put(out, strchr("[]:", *help) != NULL ? "\\" : "");
            text_add(out, help, 1);
        }
    }
}

static void put_zsh_option(OptionId id, unsigned command, Text *out)
{
    OptionInfo info = option_here(id, command);
    char letter[3] = {'-', info.letter, '\0'};
    const char *names[] = {info.letter != '\0' ? letter : NULL, info.name};
    for (int i = 0; i < 2; i++) {
        if (names[i] == NULL) {
            continue;
        }
        text_printf(out, "                '*%s[", names[i]);
        put_zsh_help(info.help, out);
        text_put(out, "]");
        if (has_values(&info)) {
            text_put(out, ":value:(");
            put_values(&info, out);
            text_put(out, ")");
        } else if (is_gpu(id)) {
            text_put(out, ":GPU:_lockstep_gpus");
        } else if (info.argument != NULL) {
            bool is_path = strstr(info.argument, "F") != NULL;
            text_put(out, is_path ? ":file:_files" : ":value: ");
        }
        text_put(out, "' \\\n");
    }
}

void zsh_put(Text *out)
{
    text_put(out, "#compdef lockstep\n");
    text_put(out, note);
    text_printf(out, "_lockstep_gpus()\n{\n    compadd -- ${(f)\"$(%s)\"}\n}\n\n", list_gpus);
    text_put(out, "_lockstep()\n{\n    local -a commands\n    commands=(\n");
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        text_printf(out, "        '%s:", command_info[i].name);
        put_zsh_help(command_info[i].summary, out);
        text_put(out, "'\n");
    }
    text_put(out, "    )\n"
                  "    if (( CURRENT == 2 )); then\n"
                  "        _describe command commands\n"
                  "        _files\n"
                  "        return\n"
                  "    fi\n"
                  "    case $words[2] in\n");
    for (uint32_t n = 0; n < COMMAND_COUNT; n++) {
        uint32_t i = (n + 1) % COMMAND_COUNT; // run last: it is meant when no command is given
        text_printf(out, "        %s)\n            _arguments \\\n",
                    i == INDEX_RUN ? "*" : command_info[i].name);
        for (uint32_t id = 0; id < OPTION_COUNT; id++) {
            if ((option_info[id].commands & (1u << i)) != 0) {
                put_zsh_option((OptionId)id, 1u << i, out);
            }
        }
        const char *operands = command_info[i].operands;
        if (strcmp(operands, "topics") == 0) {
            text_put(out, "                '*:topic:(");
            put_topics(out);
            text_put(out, ")' ;;\n");
        } else {
            text_put(out, strcmp(operands, "gpus") == 0
                              ? "                '*:GPU:_lockstep_gpus' ;;\n"
                              : "                '*:file:_files' ;;\n");
        }
    }
    text_put(out, "    esac\n}\n\n_lockstep \"$@\"\n");
}

static void put_fish_quoted(const char *text, Text *out)
{
    text_put(out, "'");
    for (; *text != '\0'; text++) {
        text_put(out, *text == '\'' || *text == '\\' ? "\\" : "");
        text_add(out, text, 1);
    }
    text_put(out, "'");
}

static void put_fish_option(CommandIndex index, OptionId id, Text *out)
{
    OptionInfo info = option_here(id, 1u << index);
    if (index == INDEX_RUN) {
        text_put(out, "complete -c lockstep -n 'not __fish_seen_subcommand_from ");
        put_other_commands(out);
    } else {
        text_printf(out, "complete -c lockstep -n '__fish_seen_subcommand_from %s",
                    command_info[index].name);
    }
    text_put(out, "'");
    if (info.letter != '\0') {
        text_printf(out, " -s %c", info.letter);
    }
    bool is_long = info.name[1] == '-';
    text_printf(out, is_long ? " -l %s" : " -o %s", info.name + (is_long ? 2 : 1));
    if (has_values(&info)) {
        text_put(out, " -x -a '");
        put_values(&info, out);
        text_put(out, "'");
    } else if (is_gpu(id)) {
        text_put(out, " -x -a ");
        Text call = {0};
        text_printf(&call, "(%s)", list_gpus);
        put_fish_quoted(text_string(&call), out);
        text_destroy(&call);
    } else {
        text_put(out, info.argument != NULL ? " -r" : "");
    }
    text_put(out, " -d ");
    put_fish_quoted(info.help, out);
    text_put(out, "\n");
}

void fish_put(Text *out)
{
    text_put(out, note);
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        text_printf(out, "complete -c lockstep -n __fish_use_subcommand -a %s -d ",
                    command_info[i].name);
        put_fish_quoted(command_info[i].summary, out);
        text_put(out, "\n");
    }
    text_put(out, "complete -c lockstep -n '__fish_seen_subcommand_from help' -f -a '");
    put_topics(out);
    text_put(out, "'\n");
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        for (uint32_t id = 0; id < OPTION_COUNT; id++) {
            if ((option_info[id].commands & (1u << i)) != 0) {
                put_fish_option((CommandIndex)i, (OptionId)id, out);
            }
        }
    }
}
