# SPDX-License-Identifier: Apache-2.0
"""Drives `lockstep step` in a terminal of 80 x 24: keys, sizes of screens, and what it leaves behind.

usage: terminal.py LOCKSTEP KERNEL.ptx
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

LOCKSTEP, KERNEL = sys.argv[1:3]
COMMAND = [LOCKSTEP, "step", KERNEL, "-q", "-k", "reduce_sequential", "--grid", "4", "--block", "256",
           "--arg", "in=s32[1024]:iota", "--arg", "out=s32[4]"]
LEAVE = b"\x1b[?1049l"
failures = []


def expect(is_true, what):
    if not is_true:
        failures.append(what)


class Session:
    def __init__(self, environment):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        self.all = b""
        self.process = subprocess.Popen(COMMAND, stdin=self.slave, stdout=self.slave, stderr=self.slave,
                                        env={**os.environ, **environment}, start_new_session=True)
        self.screen = self.read()

    def read(self):
        """The last screen that was drawn, once nothing more comes."""
        text, end = b"", time.time() + 30
        while time.time() < end:
            if not select.select([self.master], [], [], 0.4)[0]:
                if text or self.process.poll() is not None:
                    break
                continue
            text += os.read(self.master, 65536)
        self.all += text
        screen = text.split(b"\x1b[2J")[-1].decode()
        self.colors = "\x1b[1m" in screen
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen).replace("\r", "")

    def press(self, keys):
        os.write(self.master, keys)
        self.screen = self.read()
        lines = self.screen.split("\n")
        expect(len(lines) <= 24, f"{keys!r}: {len(lines)} lines")
        expect(max(map(len, lines)) <= 80, f"{keys!r}: a line of {max(map(len, lines))} characters")
        return lines

    def step(self):
        found = re.search(r"warp (\d+)  step (\d+) of (\d+)", self.screen)
        return (int(found[1]), int(found[2])) if found else None

    def end(self, keys, name):
        os.write(self.master, keys)
        self.finish(0, name)

    def finish(self, code, name):
        self.read()
        self.process.wait(30)
        expect(self.process.returncode == code, f"{name}: exit code {self.process.returncode}")
        expect(LEAVE in self.all, f"{name}: the other screen is not left")
        expect(termios.tcgetattr(self.slave) == self.before, f"{name}: the terminal is not restored")
        os.close(self.master)
        os.close(self.slave)


def keys_move():
    session = Session({"LC_ALL": "C", "NO_COLOR": ""})
    expect(session.step() == (0, 1), f"first screen: {session.screen}")
    expect(session.screen.isascii(), "ASCII where the locale has no more")
    first = session.screen
    for keys, place in ((b"n", (0, 2)), (b" ", (0, 3)), (b"\x1b[C", (0, 4)), (b"p", (0, 3)),
                        (b"\x1b[D", (0, 2)), (b"N", (0, 12)), (b"P", (0, 2)), (b"0", (0, 1))):
        session.press(keys)
        expect(session.step() == place, f"{keys!r}: at {session.step()}, not {place}")
    expect(session.screen == first, "the first step looks as it did")
    session.press(b"p")
    expect("this is the first step" in session.screen, "a message at the start")
    session.press(b"n")
    expect("first step" not in session.screen, "the message has gone")
    session.press(b"b")
    expect("bar.sync" in session.screen, "b goes to a barrier")
    at = session.step()
    session.press(b"w")
    expect(session.step()[0] == 1, "w looks at warp 1")
    session.press(b"W")
    expect(session.step() == at, "W comes back to where it was")
    session.press(b"r")
    expect("%tid.x" in session.screen, "r shows registers")
    session.press(b"z")
    session.press(b"l31\r")
    session.press(b"/where\r")
    expect("bar.sync" in session.screen, "an answer of several lines is a page")
    session.press(b"z")
    session.press(b"/print %tid.x\r")
    expect("31: 31" in session.screen, f"l chooses lanes: {session.screen}")
    session.press(b"/step 2\r")
    expect(session.step() == (0, at[1] + 2), "/ takes a command")
    session.press(b"/nonsense\r")
    expect("unknown command 'nonsense'" in session.screen, "a wrong command is a message")
    session.press(b"g1\r")
    expect("no instruction on line 1" in session.screen, "g takes a line")
    session.press(b"?")
    expect("ten steps" in session.screen, "? helps")
    session.press(b"z")
    session.press(b"\x1b[A")
    session.press(b"\xff\x01\x1bz")
    session.end(b"q", "q")


def looks():
    session = Session({"LC_ALL": "C.UTF-8", "NO_COLOR": "1"})
    expect("█" * 32 in session.screen, "blocks where the locale is UTF-8")
    expect(not session.colors, "NO_COLOR is honored")
    fcntl.ioctl(session.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 40, 0, 0))
    os.kill(session.process.pid, signal.SIGWINCH)
    session.screen = session.read()
    lines = session.screen.split("\n")
    expect(len(lines) <= 12 and max(map(len, lines)) <= 40, "a smaller terminal gets a smaller picture")
    session.end(b"\x03", "control-C")


def signals():
    session = Session({"LC_ALL": "C"})
    session.process.send_signal(signal.SIGTERM)
    session.finish(-signal.SIGTERM, "SIGTERM")
    session = Session({"LC_ALL": "C"})
    session.process.send_signal(signal.SIGINT)
    session.finish(-signal.SIGINT, "SIGINT")


def lines_of_stdin():
    result = subprocess.run(COMMAND, input="step 3\n\nbogus\n", capture_output=True, text=True, timeout=60)
    expect("> step 3\nstep 4 of" in result.stdout and "> \nstep 7 of" in result.stdout,
           f"lines of stdin: {result.stdout}")
    expect("line 3: unknown command 'bogus'" in result.stderr, f"complaint: {result.stderr}")
    expect(result.returncode == 1, f"exit code {result.returncode} after a wrong command")


keys_move()
looks()
signals()
lines_of_stdin()
print("\n".join(failures) or "all keys do what they say")
sys.exit(1 if failures else 0)
