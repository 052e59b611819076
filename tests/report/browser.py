"""A headless Chromium driven over its debugging pipe (no package beyond Debian's chromium): pages, scripts, pictures, errors."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


def program():
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One page. `errors` gathers what its console and its scripts complain of."""

    def __init__(self, width=900, height=700, dark=False):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # a child of Chromium may still write
        to_browser, self.out = os.pipe()
        self.into, from_browser = os.pipe()

        def descriptors():  # Chromium reads descriptor 3 and writes 4; neither source may be overwritten before it is copied
            a, b = os.dup(to_browser), os.dup(from_browser)
            while a in (3, 4):
                a = os.dup(a)
            while b in (3, 4):
                b = os.dup(b)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program(), "--headless=new", "--no-sandbox", "--disable-gpu-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
             "--remote-debugging-pipe", f"--window-size={width},{height}", f"--user-data-dir={self.folder.name}", "--no-first-run",
             "--disable-dev-shm-usage", "--hide-scrollbars", "about:blank"],
            preexec_fn=descriptors, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.buffer, self.errors, self.loaded = 0, b"", [], False
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    session = None

    def message(self, deadline):
        while b"\0" not in self.buffer:
            if time.monotonic() > deadline:
                raise TimeoutError("the browser does not answer")
            more = os.read(self.into, 1 << 20)
            if not more:
                raise ConnectionError("the browser has ended")
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\0", 1)
        answer = json.loads(line)
        method, params = answer.get("method"), answer.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.errors.append(params["exceptionDetails"].get("exception", {}).get("description") or params["exceptionDetails"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(a.get("value", a.get("description"))) for a in params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])
        elif method == "Page.loadEventFired":
            self.loaded = True
        return answer

    def call(self, method, timeout=120, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.out, json.dumps(request).encode() + b"\0")
        deadline = time.monotonic() + timeout
        while True:
            answer = self.message(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                return answer["result"]

    def open(self, url):
        """@returns [s] until the page has run its scripts."""
        self.loaded = False
        begin = time.monotonic()
        self.call("Page.navigate", url=url)
        while not self.loaded:
            self.message(time.monotonic() + 120)
        return time.monotonic() - begin

    def run(self, script):
        """The value of a script; a promise is waited for."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{result['exceptionDetails']} of {script}")
        return result["result"].get("value")

    def key(self, key, text=None):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, **({"text": text} if text and kind == "keyDown" else {}))

    def mouse(self, kind, x, y, buttons=0):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" and not buttons else "left", buttons=buttons,
                  clickCount=0 if kind == "mouseMoved" else 1)

    def picture(self, file, whole=False):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]))

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.out)
        os.close(self.into)
        self.folder.cleanup()
