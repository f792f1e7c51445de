# SPDX-License-Identifier: Apache-2.0
"""Chromium without a window, driven over its DevTools pipe (messages of JSON that end in a zero byte
on file descriptors 3 and 4): nothing but Python's own library is needed."""
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time


NO_BROWSER = 77  # what ctest takes for a test that was skipped


def executable():
    """The engine without a browser's windows and tabs, which starts and loads with half the work; else the browser."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def require_browser():
    if executable() is None:
        print("SKIPPED: chromium is not installed, the page is not tested")
        sys.exit(NO_BROWSER)


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="lockstep-browser-")
        self.next_id = self.opened = 0
        self.events = []
        self.buffer = b""
        to_read, self.to_write = os.pipe()
        self.from_read, from_write = os.pipe()

        def take_ends():  # in the child: the pipe's ends become descriptors 3 and 4
            keep_read, keep_write = os.dup(to_read), os.dup(from_write)
            os.dup2(keep_read, 3)
            os.dup2(keep_write, 4)

        self.process = subprocess.Popen(
            [executable(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--remote-debugging-pipe", "--user-data-dir=" + self.folder, "about:blank"],
            preexec_fn=take_ends, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(each for each in targets if each["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"],
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.page_call(domain + ".enable")
        self.page_call("Emulation.setFocusEmulationEnabled", enabled=True)

    def receive(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.from_read, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.next_id += 1
        message = {"id": self.next_id, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.next_id:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer["result"]
            self.events.append(answer)

    def page_call(self, method, **parameters):
        return self.call(method, session=self.session, **parameters)

    def size(self, width, height):
        self.window = width, height
        self.page_call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                       deviceScaleFactor=1, mobile=width < 500)

    def open(self, path, fragment=""):
        """Loads the file anew, even where only the fragment differs."""
        self.opened += 1
        url = "file://%s?%d" % (os.path.abspath(path), self.opened)
        self.events.clear()
        self.page_call("Page.navigate", url=url + fragment)
        deadline = time.time() + 60
        while not self.is_loaded(url):
            if time.time() > deadline:
                raise RuntimeError("the page does not load")
            time.sleep(0.02)
        # Keys that come before the first frame was drawn are lost.
        self.do("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def is_loaded(self, url):
        try:
            return self.do("document.readyState + ' ' + location.href.split('#')[0]") == \
                "complete " + url
        except RuntimeError:  # between two pages
            return False

    def do(self, expression):
        """The value of a JavaScript expression."""
        answer = self.page_call("Runtime.evaluate", expression=expression, returnByValue=True,
                                awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(expression + ": " + json.dumps(answer["exceptionDetails"])[:600])
        return answer["result"].get("value")

    def wait_for(self, expression, seconds=60):
        """Until a JavaScript expression holds, however slow the machine."""
        deadline = time.time() + seconds
        while not self.do(expression):
            if time.time() > deadline:
                raise AssertionError("still not so: " + expression)
            time.sleep(0.05)

    def key(self, key, shift=False):
        for kind in ("keyDown", "keyUp"):
            text = {"text": key} if kind == "keyDown" and len(key) == 1 else {}
            code = {"windowsVirtualKeyCode": 27} if key == "Escape" else {}
            self.page_call("Input.dispatchKeyEvent", type=kind, key=key,
                           modifiers=8 if shift else 0, **text, **code)

    def complaints(self):
        """What the page has written to the console, and exceptions that nobody caught."""
        self.page_call("Runtime.evaluate", expression="0")
        found = []
        for event in self.events:
            method, given = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                details = given["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            elif method == "Runtime.consoleAPICalled":
                found.append("console: " + json.dumps(given["args"])[:300])
            elif method == "Log.entryAdded":
                found.append("log: " + given["entry"]["text"])
        return found

    def picture(self, path):
        data = self.page_call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        try:
            self.call("Browser.close")
        except RuntimeError:
            pass
        self.process.wait(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)
