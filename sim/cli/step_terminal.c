// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/step_terminal.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { KEY_END = -1, KEY_RESIZED = -2, KEY_LEFT = -3, KEY_RIGHT = -4, KEY_UP = -5, KEY_DOWN = -6 };
enum { CTRL_C = 3, CTRL_D = 4, CTRL_L = 12, CTRL_Z = 26, ESCAPE = 27, DELETE = 127 };

// What a signal's handler needs, which takes no argument.
static struct termios before;
static volatile sig_atomic_t is_raw;

// Another screen, no line breaks of the terminal's own, no cursor; and back.
static const char enter[] = "\033[?1049h\033[?7l\033[?25l";
static const char leave[] = "\033[?25h\033[?7h\033[?1049l";

typedef struct StepTerminal {
    Stepper *stepper;
    bool is_colored, is_unicode;
    Text message; // of the last command
    uint32_t columns, rows;
} StepTerminal;

static void write_all(const char *text, size_t size)
{
    while (size > 0) {
        ssize_t written = write(STDOUT_FILENO, text, size);
        if (written < 0 && errno != EINTR) {
            return;
        }
        text += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
}

static void restore(void)
{
    if (is_raw) {
        is_raw = 0;
        write_all(leave, sizeof leave - 1);
        tcsetattr(STDIN_FILENO, TCSANOW, &before);
    }
}

static bool make_raw(void)
{
    struct termios raw;
    if (tcgetattr(STDIN_FILENO, &before) != 0) {
        return false;
    }
    raw = before;
    raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | ISTRIP);
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | ISIG | IEXTEN);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0) {
        return false;
    }
    is_raw = 1;
    write_all(enter, sizeof enter - 1);
    return true;
}

static void end_by(int number)
{
    restore();
    signal(number, SIG_DFL);
    raise(number);
}

static void wake(int number)
{
    (void)number; // a read ends, and the screen is drawn again
}

static void set_handlers(void)
{
    struct sigaction end = {.sa_handler = end_by}, size = {.sa_handler = wake};
    static const int ends[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
    sigemptyset(&end.sa_mask);
    sigemptyset(&size.sa_mask);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        sigaction(ends[i], &end, NULL);
    }
    sigaction(SIGWINCH, &size, NULL);
    sigaction(SIGCONT, &size, NULL);
}

// As ^Z asks: the terminal is the shell's until this process goes on.
static void suspend(void)
{
    restore();
    raise(SIGTSTP);
    make_raw();
}

static void measure(StepTerminal *terminal)
{
    struct winsize size;
    bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    terminal->columns = is_known ? size.ws_col : 80;
    terminal->rows = is_known && size.ws_row > 1 ? size.ws_row - 1u : 23;
}

static bool has_utf8(void)
{
    const char *names[] = {getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")};
    for (int i = 0; i < 3; i++) {
        if (names[i] != NULL && names[i][0] != '\0') {
            return strstr(names[i], "UTF-8") != NULL || strstr(names[i], "utf8") != NULL ||
                   strstr(names[i], "utf-8") != NULL;
        }
    }
    return false;
}

// The first line of the message stands below the picture.
static const char *message_of(StepTerminal *terminal)
{
    char *at = terminal->message.at;
    if (at == NULL || at[0] == '\0') {
        return NULL;
    }
    at[strcspn(at, "\n")] = '\0';
    return at;
}

static void draw(StepTerminal *terminal)
{
    Text screen = {0};
    measure(terminal);
    StepperLook look = {.is_colored = terminal->is_colored,
                        .is_unicode = terminal->is_unicode,
                        .columns = terminal->columns,
                        .rows = terminal->rows,
                        .message = message_of(terminal)};
    text_put(&screen, "\033[H\033[2J");
    stepper_screen(terminal->stepper, &look, &screen);
    write_all(text_string(&screen), screen.size_bytes);
    text_destroy(&screen);
}

static int read_byte(void)
{
    unsigned char byte;
    ssize_t got = read(STDIN_FILENO, &byte, 1);
    return got == 1 ? byte : got < 0 && errno == EINTR ? KEY_RESIZED : KEY_END;
}

// An arrow is ESC [ A; ESC alone is nothing.
static int read_key(void)
{
    int key = read_byte();
    if (key != ESCAPE) {
        return key;
    }
    key = read_byte();
    if (key != '[' && key != 'O') {
        return key == KEY_END ? KEY_END : ESCAPE;
    }
    switch (read_byte()) {
    case 'A': return KEY_UP;
    case 'B': return KEY_DOWN;
    case 'C': return KEY_RIGHT;
    case 'D': return KEY_LEFT;
    case KEY_END: return KEY_END;
    default: return ESCAPE;
    }
}

// --- answers that are longer than a line

static size_t line_start(const Text *text, uint32_t line)
{
    size_t at = 0;
    while (line > 0 && at < text->size_bytes) {
        at += strcspn(text->at + at, "\n") + 1;
        line--;
    }
    return at < text->size_bytes ? at : text->size_bytes;
}

static uint32_t count_lines(const Text *text)
{
    uint32_t count = 0;
    for (size_t i = 0; i < text->size_bytes; i++) {
        count += text->at[i] == '\n';
    }
    return count;
}

// How much of a line fits.
static size_t cut(const char *line, size_t size, uint32_t columns)
{
    size_t at = 0;
    for (uint32_t column = 0; at < size; at++) {
        column += ((unsigned char)line[at] & 0xc0) != 0x80;
        if (column > columns) {
            break;
        }
    }
    return at;
}

static void draw_page(StepTerminal *terminal, const Text *text, uint32_t first)
{
    Text page = {0};
    measure(terminal);
    text_put(&page, "\033[H\033[2J");
    size_t from = line_start(text, first), until = line_start(text, first + terminal->rows - 1);
    for (size_t at = from; at < until;) {
        size_t size = strcspn(text->at + at, "\n");
        text_add(&page, text->at + at, cut(text->at + at, size, terminal->columns));
        text_put(&page, "\n");
        at += size + 1;
    }
    text_printf(&page, "\033[%u;1H", (unsigned)terminal->rows);
    text_put(&page, until < text->size_bytes ? "space or down: on, up: back, any other key: leave"
                                             : "any key: back to the step");
    write_all(page.at, page.size_bytes);
    text_destroy(&page);
}

static void show_page(StepTerminal *terminal, const Text *text)
{
    uint32_t first = 0, all = count_lines(text);
    for (;;) {
        draw_page(terminal, text, first);
        uint32_t page = terminal->rows > 1 ? terminal->rows - 1 : 1;
        int key = read_key();
        if ((key == ' ' || key == 'n') && first + page < all) {
            first += page;
        } else if (key == KEY_DOWN && first + page < all) {
            first++;
        } else if (key == KEY_UP) {
            first -= first > 0;
        } else if (key == CTRL_Z) {
            suspend();
        } else if (key != KEY_RESIZED) {
            return;
        }
    }
}

// --- commands

static void draw_prompt(StepTerminal *terminal, const char *prompt, const Text *line)
{
    Text screen = {0};
    text_printf(&screen, "\033[%u;1H\033[2K%s%s\033[?25h", (unsigned)terminal->rows, prompt,
                text_string(line));
    write_all(screen.at, screen.size_bytes);
    text_destroy(&screen);
}

// The line that is typed below the picture. False: it was given up.
static bool read_line(StepTerminal *terminal, const char *prompt, Text *line)
{
    int key;
    do {
        draw_prompt(terminal, prompt, line);
        key = read_key();
        if ((key == DELETE || key == '\b') && line->size_bytes > 0) {
            line->at[--line->size_bytes] = '\0';
        } else if (key >= ' ' && key < DELETE && line->size_bytes < 120) {
            char letter = (char)key;
            text_add(line, &letter, 1);
        }
    } while (key != '\r' && key != '\n' && key != KEY_END && key != ESCAPE && key != CTRL_C);
    write_all("\033[?25l", 6);
    return key == '\r' || key == '\n';
}

// False: it was the command to leave.
static bool carry_out(StepTerminal *terminal, const char *line)
{
    Text answer = {0};
    StepperResult result = stepper_command(terminal->stepper, line, &answer);
    terminal->message.size_bytes = 0;
    text_put(&terminal->message, "");
    if (result == STEPPER_WRONG) {
        text_put(&terminal->message, text_string(&answer));
    } else if (result == STEPPER_ANSWERED && count_lines(&answer) > 1) {
        show_page(terminal, &answer);
    } else if (result == STEPPER_ANSWERED) {
        text_put(&terminal->message, text_string(&answer));
    }
    text_destroy(&answer);
    return result != STEPPER_LEFT;
}

static bool ask(StepTerminal *terminal, const char *prompt, const char *command)
{
    Text line = {0}, whole = {0};
    bool goes_on = true;
    if (read_line(terminal, prompt, &line)) {
        text_printf(&whole, "%s%s", command, text_string(&line));
        goes_on = carry_out(terminal, text_string(&whole));
    }
    text_destroy(&line);
    text_destroy(&whole);
    return goes_on;
}

typedef struct KeyCommand {
    int key;
    const char *command;
} KeyCommand;

static const KeyCommand key_commands[] = {
    {'n', "step"},         {' ', "step"},       {KEY_RIGHT, "step"},      {KEY_DOWN, "step"},
    {'p', "back"},         {KEY_LEFT, "back"},  {KEY_UP, "back"},         {'N', "step 10"},
    {'P', "back 10"},      {'d', "divergence"}, {'D', "divergence back"}, {'b', "barrier"},
    {'B', "barrier back"}, {'c', "conflict"},   {'C', "conflict back"},   {'r', "registers"},
    {'v', "variables"},    {'s', "shared"},     {'x', "explain"},         {'i', "info"},
    {'w', "warp next"},    {'W', "warp back"},  {'0', "first"},           {'$', "last"}};

static const char key_help[] =
    "  n space right   step               p left     step back\n"
    "  N P             ten steps          0 $        first, last step\n"
    "  d D             next, last divergent branch\n"
    "  b B             next, last barrier c C        next, last bank conflict\n"
    "  g               go to a line       w W        next, last warp\n"
    "  l               choose lanes       r          all registers\n"
    "  s               shared memory      x          explain this access or branch\n"
    "  i               launch and warps   v          variables\n"
    "  /               type a command\n"
    "  q               quit\n\n";

static bool show_help(StepTerminal *terminal)
{
    Text text = {0};
    text_put(&text, key_help);
    stepper_help(&text);
    show_page(terminal, &text);
    text_destroy(&text);
    return true;
}

// False: the end.
static bool obey(StepTerminal *terminal, int key)
{
    for (size_t i = 0; i < sizeof key_commands / sizeof *key_commands; i++) {
        if (key_commands[i].key == key) {
            return carry_out(terminal, key_commands[i].command);
        }
    }
    switch (key) {
    case 'g': return ask(terminal, "line: ", "line ");
    case 'l': return ask(terminal, "lanes (0-3,16): ", "lanes ");
    case '/':
    case ':': return ask(terminal, "command: ", "");
    case '?':
    case 'h': return show_help(terminal);
    case CTRL_Z: suspend(); return true;
    case 'q':
    case CTRL_C:
    case CTRL_D:
    case KEY_END: return false;
    default: return true;
    }
}

bool step_terminal(Stepper *stepper, bool is_colored)
{
    StepTerminal terminal = {
        .stepper = stepper, .is_colored = is_colored, .is_unicode = has_utf8()};
    fflush(stdout);
    if (!make_raw()) {
        return false;
    }
    set_handlers();
    atexit(restore);
    do {
        draw(&terminal);
    } while (obey(&terminal, read_key()));
    restore();
    text_destroy(&terminal.message);
    return true;
}
