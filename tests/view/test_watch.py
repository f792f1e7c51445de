# SPDX-License-Identifier: Apache-2.0
"""`lockstep view --watch` with HTTP clients and in a browser: only its page is served, a saved source comes
to the browser at the same step, a source that does not compile shows its error beside the last good page.
python3 test_watch.py NAME LOCKSTEP KERNELS FOLDER"""
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest

from browser import Browser, executable

LOCKSTEP, FOLDER = sys.argv[2], sys.argv[4]

PROGRAM = """#include "factor.h"
__global__ void scale(float *out)
{
    __shared__ float tile[1024];
    int i = threadIdx.x;
    tile[i * STRIDE] = i;
    out[i] = tile[i * STRIDE];
}
int main()
{
    float *out;
    cudaMalloc(&out, 512);
    scale<<<1, 32>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
"""
CRASH = PROGRAM.replace("int main()\n{", "int main()\n{\n    __builtin_trap();", 1)
ENDLESS = PROGRAM.replace("int main()\n{", "int main()\n{\n    for (volatile int i = 0;; i++) {}", 1)


def save(name, text):
    path = os.path.join(FOLDER, name)
    with open(path + ".new", "w") as file:
        file.write(text)
    os.replace(path + ".new", path)  # as editors do


class Watch(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(FOLDER, ignore_errors=True)
        os.makedirs(FOLDER)
        save("factor.h", "#define STRIDE 2\n")
        save("scale.cu", PROGRAM)
        self.start()

    def start(self, *options, **variables):
        self.errors = open(os.path.join(FOLDER, "errors.txt"), "w")
        self.process = subprocess.Popen(
            [LOCKSTEP, "view", "--watch", "scale.cu", "-o", "page.html", *options], cwd=FOLDER,
            stdout=subprocess.PIPE, stderr=self.errors, text=True,
            env={**os.environ, **variables})
        self.address = self.process.stdout.readline().strip()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/[0-9a-f]{32}/)", self.address)
        self.assertTrue(match, self.address)
        self.port, self.path = int(match.group(1)), match.group(2)

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        code = self.process.wait(timeout=30)
        self.process.stdout.close()
        self.errors.close()
        return code

    def tearDown(self):
        if self.process.poll() is None:
            self.end(signal.SIGKILL)

    def get(self, path, method="GET", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request(method, path, headers=headers or {})
        answer = connection.getresponse()
        result = answer.status, answer.read().decode()
        connection.close()
        return result

    def state(self):
        status, text = self.get(self.path + "state")
        self.assertEqual(status, 200)
        return json.loads(text)

    def wait_for(self, is_so, seconds=90):
        deadline = time.time() + seconds
        while True:
            state = self.state()
            if is_so(state):
                return state
            self.assertLess(time.time(), deadline, state)
            time.sleep(0.1)

    def printed(self):
        with open(os.path.join(FOLDER, "errors.txt")) as file:
            return file.read()

    def test_serves_only_its_page_to_this_machine(self):
        self.wait_for(lambda state: state["generation"] == 1)
        status, page = self.get(self.path)
        self.assertEqual(status, 200)
        self.assertIn('<meta name="lockstep-watch" content="1">', page)
        with open(os.path.join(FOLDER, "page.html")) as file:
            self.assertNotIn('<meta name="lockstep-watch"', file.read())
        other = "/" + "0" * 32 + "/"
        for path in ("/", other, other + "state", self.path + "scale.cu", self.path[:-1],
                     self.path + "../scale.cu", self.path + "state/", "/etc/passwd"):
            self.assertEqual(self.get(path)[0], 404, path)
        for method in ("POST", "PUT", "HEAD", "DELETE", "OPTIONS"):
            self.assertEqual(self.get(self.path, method)[0], 405, method)
        self.assertEqual(self.get(self.path, headers={"Host": "evil.example"})[0], 403)
        self.assertEqual(self.get(self.path, headers={"Host": "localhost:%d" % self.port})[0], 200)

    def test_survives_bad_requests(self):
        self.wait_for(lambda state: state["generation"] == 1)
        idle = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(8)]
        for text in (b"", b"\r\n\r\n", b"GET", b"GET \r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\0" * 100,
                     b"GET /%s HTTP/1.1\r\n" % (b"x" * 9000), b"\xff" * 20000, b"\n" * 9000,
                     b"GET " + self.path.encode() + b"state HTTP/1.1\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", self.port), timeout=20) as client:
                client.settimeout(20)
                try:
                    client.sendall(text)
                    client.shutdown(socket.SHUT_WR)
                    answer = client.recv(100)
                except OSError:  # the server hung up before all was sent
                    answer = b""
                self.assertTrue(answer == b"" or answer.startswith(b"HTTP/1.1 4"), (text[:20], answer))
        state = self.state()
        for client in idle:
            client.close()
        self.assertEqual(state["generation"], 1)

    def test_follows_sources_and_keeps_the_last_good_page(self):
        self.wait_for(lambda state: state["generation"] == 1)
        save("factor.h", "#define STRIDE 3\n")
        self.wait_for(lambda state: state["generation"] == 2)
        good = self.get(self.path)[1]
        save("scale.cu", PROGRAM.replace("threadIdx.x;", "threadIdx.x", 1))
        state = self.wait_for(lambda state: state["error"] is not None)
        self.assertEqual(state["generation"], 2)
        self.assertIn("scale.cu:", state["error"])
        self.assertIn("scale.cu:", self.printed())
        self.assertEqual(self.get(self.path)[1], good)
        save("scale.cu", CRASH)
        self.wait_for(lambda state: state["error"] is not None and not state["building"] and
                      "scale.cu:" not in state["error"])
        save("scale.cu", ENDLESS)
        time.sleep(1)
        save("scale.cu", PROGRAM)
        state = self.wait_for(lambda state: state["generation"] == 3)
        self.assertIsNone(state["error"])
        self.assertEqual(self.end(), 0)

    def test_ends_an_endless_program_with_ctrl_c(self):
        save("scale.cu", ENDLESS)
        time.sleep(2)
        self.assertEqual(self.end(), 0)

    def test_opens_the_browser(self):
        self.end()
        script = os.path.join(FOLDER, "browser.sh")
        with open(script, "w") as file:
            file.write('#!/bin/sh\nprintf %s "$1" >"' + FOLDER + '/opened.new"\n'
                       'mv "' + FOLDER + '/opened.new" "' + FOLDER + '/opened"\n')
        os.chmod(script, 0o755)
        self.start("--open", BROWSER="/nowhere/browser:" + script)
        opened = os.path.join(FOLDER, "opened")

        def wait_for_opened():
            deadline = time.time() + 30
            while not os.path.exists(opened):
                self.assertLess(time.time(), deadline)
                time.sleep(0.1)
            with open(opened) as file:
                return file.read()

        self.assertEqual(wait_for_opened(), self.address)
        self.assertEqual(self.end(), 0)
        os.remove(opened)
        subprocess.run([LOCKSTEP, "view", "scale.cu", "-o", "once.html", "--open"], cwd=FOLDER,
                       check=True, env={**os.environ, "BROWSER": script})
        self.assertEqual(wait_for_opened(), os.path.realpath(os.path.join(FOLDER, "once.html")))

    @unittest.skipIf(executable() is None, "chromium is not installed")
    def test_reloads_in_the_browser_at_the_same_step(self):
        self.wait_for(lambda state: state["generation"] == 1)
        browser = Browser()
        try:
            browser.size(1280, 720)
            browser.page_call("Page.navigate", url=self.address)
            mark = "document.querySelector('meta[name=\"lockstep-watch\"]')"
            browser.wait_for("!!%s && document.readyState === 'complete'" % mark)
            browser.do("state.panel = 'numbers'; pane().go(5); render()")
            before = browser.do("location.hash")
            self.assertIn("step=5", before)
            save("factor.h", "#define STRIDE 4\n")
            self.wait_for(lambda state: state["generation"] == 2)
            for _ in range(200):  # between two pages there is nothing to ask
                try:
                    if browser.do("!!%s && %s.content === '2' && document.readyState === 'complete'"
                                  % (mark, mark)):
                        break
                except RuntimeError:
                    pass
                time.sleep(0.1)
            self.assertEqual(browser.do("location.hash"), before)
            save("factor.h", "#define STRIDE )\n")
            browser.wait_for("!!document.getElementById('build')")
            self.assertIn("error", browser.do("document.querySelector('#build pre').textContent"))
            self.assertEqual(browser.do("location.hash"), before)
            self.assertEqual(self.end(), 0)
            browser.wait_for("document.querySelector('#build h2').textContent.includes('has ended')")
        finally:
            browser.close()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
