// SPDX-License-Identifier: Apache-2.0
// Processes and signals are POSIX; macOS names a file's time otherwise.
#define _XOPEN_SOURCE 700
#ifdef __APPLE__
#define _DARWIN_C_SOURCE
#define st_mtim st_mtimespec
#endif
#include "sim/cli/watch.h"

#include "sim/cli/browser.h"
#include "sim/cli/serve.h"
#include "sim/cli/watch_files.h"
#include "sim/report/json_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    TICK_MS = 100,             // between two looks at the files
    MESSAGES_BYTES_MAX = 65536 // of a build, on the page
};

typedef struct Watch {
    Options *options;
    int (*make)(Options *options);
    Server server;
    WatchFiles files;
    uint64_t built, seen; // states of the files: of the last build, and at the last look
    pid_t child;          // 0: no build is under way
    int child_errors;     // what the child writes to stderr; -1: none
    uint64_t page_before; // what identified the page's file before the build
    uint32_t generation;  // how many pages were made
    bool is_failed;       // the last build
    Text messages;        // of the last build
} Watch;

static volatile sig_atomic_t is_ending; // handlers of signals take no argument of ours

static void end(int number)
{
    (void)number;
    is_ending = 1;
}

static void catch_end(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action = {.sa_handler = end}, old;
        sigaction(numbers[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) {
            sigaction(numbers[i], &action, NULL);
        }
    }
    signal(SIGPIPE, SIG_IGN); // a browser that goes away
}

static void restore_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        signal(numbers[i], SIG_DFL);
    }
}

// Pages are replaced as a whole, so a new page is a new file; 0: there is none.
static uint64_t page_identity(const char *path)
{
    struct stat found;
    return stat(path, &found) != 0
               ? 0
               : ((uint64_t)found.st_mtim.tv_sec * 1000000000u + (uint64_t)found.st_mtim.tv_nsec) ^
                     ((uint64_t)found.st_ino << 32);
}

static const char *output_of(const Watch *watch)
{
    return option_value(watch->options, OPTION_OUTPUT);
}

// `"error": null` while the last build is good.
static void put_state(Watch *watch)
{
    Text *out = &watch->server.state;
    text_destroy(out);
    *out = (Text){0};
    Json json = {.out = out};
    json_open(&json, '{');
    json_number(&json, "generation", watch->generation);
    json_number(&json, "building", watch->child != 0);
    json_text(&json, "error", watch->is_failed ? text_string(&watch->messages) : NULL);
    json_close(&json, '}');
}

// Until the first good build: the page that waits for it.
static void put_waiting_page(Watch *watch)
{
    text_put(&watch->server.page,
             "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">"
             "<title>Lockstep</title></head><body><main><h1>Lockstep</h1>"
             "<pre id=\"message\" role=\"status\">Building the page …</pre></main><script>\n"
             "async function look() {\n"
             "  try {\n"
             "    const state = await (await fetch(\"state\")).json();\n"
             "    if (state.generation > 0) return location.reload();\n"
             "    document.getElementById(\"message\").textContent =\n"
             "      state.error === null ? \"Building the page …\" : state.error;\n"
             "  } catch (error) {\n"
             "    document.getElementById(\"message\").textContent = \"Lockstep has ended.\";\n"
             "    return;\n"
             "  }\n"
             "  setTimeout(look, 500);\n"
             "}\n"
             "look();\n"
             "</script></body></html>\n");
}

// The page with the mark by which it knows that it is served (watch.js).
static bool take_page(Watch *watch)
{
    static const char before[] = "<title>";
    Arena arena = {0};
    size_t size_bytes;
    const char *text = file_text(output_of(watch), &size_bytes, &arena);
    const char *at = text == NULL ? NULL : strstr(text, before);
    if (at != NULL) {
        Text page = {0};
        text_add(&page, text, (size_t)(at - text));
        text_printf(&page, "<meta name=\"lockstep-watch\" content=\"%u\">\n",
                    (unsigned)++watch->generation);
        text_add(&page, at, size_bytes - (size_t)(at - text));
        text_destroy(&watch->server.page);
        watch->server.page = page;
    }
    arena_clear(&arena);
    return at != NULL;
}

static void become_child(Watch *watch, const int ends[2])
{
    setpgid(0, 0); // Ctrl-C is its parent's, which ends it
    restore_signals();
    serve_forget(&watch->server);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(nothing);
    close(ends[0]);
    close(ends[1]);
    exit(watch->make(watch->options));
}

static void start_build(Watch *watch)
{
    int ends[2];
    watch_files_find(&watch->files, watch->options);
    watch->built = watch->seen = watch_files_state(&watch->files);
    watch->page_before = page_identity(output_of(watch));
    text_destroy(&watch->messages);
    watch->messages = (Text){0};
    fflush(NULL);
    watch->child = pipe(ends) == 0 ? fork() : -1;
    if (watch->child == 0) {
        become_child(watch, ends);
    }
    if (watch->child < 0) {
        cli_error(&watch->options->style, "cannot start a process: %s", strerror(errno));
        watch->child = 0;
        is_ending = 1;
        return;
    }
    setpgid(watch->child, watch->child);
    close(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    watch->child_errors = ends[0];
    put_state(watch);
}

// Without the escape sequences of colors.
static void keep_messages(Text *messages, const char *bytes, size_t size_bytes)
{
    for (size_t i = 0; i < size_bytes && messages->size_bytes < MESSAGES_BYTES_MAX; i++) {
        text_add(messages, &bytes[i], 1);
        const char *escape = bytes[i] == 'm' ? strrchr(messages->at, '\033') : NULL;
        if (escape != NULL && strspn(escape + 1, "[0123456789;") == strlen(escape + 1) - 1) {
            messages->size_bytes = (size_t)(escape - messages->at);
            messages->at[messages->size_bytes] = '\0';
        }
    }
}

static void read_messages(Watch *watch)
{
    char bytes[4096];
    ssize_t got = 0;
    while (watch->child_errors >= 0 && (got = read(watch->child_errors, bytes, sizeof bytes)) > 0) {
        fwrite(bytes, 1, (size_t)got, stderr);
        keep_messages(&watch->messages, bytes, (size_t)got);
    }
    if (watch->child_errors >= 0 && got == 0) { // its end
        close(watch->child_errors);
        watch->child_errors = -1;
    }
}

static void end_messages(Watch *watch)
{
    read_messages(watch);
    if (watch->child_errors >= 0) { // a process that the program left behind holds the other end
        close(watch->child_errors);
        watch->child_errors = -1;
    }
}

static void finish_build(Watch *watch, int status)
{
    const Style *style = &watch->options->style;
    end_messages(watch);
    watch->child = 0;
    watch->is_failed = page_identity(output_of(watch)) == watch->page_before || !take_page(watch);
    if (watch->is_failed) {
        Text reason = {0};
        if (WIFSIGNALED(status)) {
            text_printf(&reason, "the build ended with signal %d", WTERMSIG(status));
        } else {
            text_printf(&reason, "the build made no page (exit code %d)", WEXITSTATUS(status));
        }
        cli_error(style, "%s; waiting for the next change", text_string(&reason));
        text_printf(&watch->messages, "lockstep: error: %s\n", text_string(&reason));
        text_destroy(&reason);
    } else {
        cli_note(style, "page %u is ready", (unsigned)watch->generation);
    }
    put_state(watch);
}

// Kindly first, so that it can remove its temporary files.
static void stop_build(Watch *watch)
{
    if (watch->child == 0) {
        return;
    }
    kill(-watch->child, SIGTERM);
    for (int i = 0; i < 20 && waitpid(watch->child, NULL, WNOHANG) == 0; i++) {
        serve_wait(&watch->server, -1, TICK_MS / 4);
        if (i == 19) {
            kill(-watch->child, SIGKILL);
            waitpid(watch->child, NULL, 0);
        }
    }
    kill(-watch->child, SIGKILL); // what it started
    end_messages(watch);
    watch->child = 0;
}

static void look(Watch *watch)
{
    int status;
    read_messages(watch);
    if (watch->child != 0 && waitpid(watch->child, &status, WNOHANG) == watch->child) {
        finish_build(watch, status);
    }
    uint64_t state = watch_files_state(&watch->files);
    if (state != watch->built && state == watch->seen) { // and nobody writes any more
        stop_build(watch);
        start_build(watch);
    } else {
        watch->seen = state;
    }
}

static bool start_server(Watch *watch, const Options *options)
{
    int64_t port;
    if (!option_number(options, OPTION_PORT, 1, 0, &port)) {
        return false;
    }
    if (port > 65535) {
        cli_error(&options->style, "--port takes a number from 1 to 65535");
        return false;
    }
    if (!serve_start(&watch->server, (uint16_t)port)) {
        cli_error(&options->style, "cannot serve on 127.0.0.1, port %d: %s%s", (int)port,
                  strerror(errno), port == 0 ? "" : "; without --port a free one is taken");
        return false;
    }
    return true;
}

static void tell_address(const Options *options, const Server *server)
{
    Text address = {0};
    text_printf(&address, "http://127.0.0.1:%u/%s/", (unsigned)server->port, server->token);
    printf("%s\n", text_string(&address));
    cli_note(&options->style, "serving the page there until Ctrl-C");
    if (option_is_given(options, OPTION_OPEN)) {
        browser_open(&options->style, text_string(&address));
    }
    text_destroy(&address);
}

int watch_run(Options *options, int (*make)(Options *options))
{
    static Watch watch; // the child's program ends the process where it likes
    watch = (Watch){.options = options, .make = make, .child_errors = -1};
    if (!start_server(&watch, options)) {
        return CLI_USAGE;
    }
    catch_end();
    put_waiting_page(&watch);
    put_state(&watch);
    tell_address(options, &watch.server);
    start_build(&watch);
    while (!is_ending) {
        serve_wait(&watch.server, watch.child_errors, TICK_MS);
        look(&watch);
    }
    stop_build(&watch);
    serve_stop(&watch.server);
    watch_files_clear(&watch.files);
    text_destroy(&watch.messages);
    return CLI_DONE;
}

// In a child, because a program's main() may end the process.
int watch_open_once(Options *options, int (*make)(Options *options))
{
    const char *path = option_value(options, OPTION_OUTPUT);
    uint64_t before = page_identity(path);
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        exit(make(options));
    }
    if (child < 0) {
        cli_error(&options->style, "cannot start a process: %s", strerror(errno));
        return CLI_USAGE;
    }
    signal(SIGINT, SIG_IGN); // the child's
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (page_identity(path) != before) {
        char *full = realpath(path, NULL);
        browser_open(&options->style, full == NULL ? path : full);
        free(full);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
