"""A browser without manners: plain sockets, HTTP by hand, and websockets frame by frame. To 127.0.0.1 alone."""

import base64
import json
import os
import re
import select
import socket
import struct
import time

from harness import PATIENCE, Broken, check, resident, tail

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Server:
    """The program as a server."""

    def __init__(self, case, *arguments, port=0, descriptors=4096, **options):
        self.case = case
        errors = open(case.folder / "serve.log", "ab")
        words = ["serve", "--port", port, "--host", "127.0.0.1", "--threads", "2", "--hash", "64", *arguments]
        self.process = case.start(*words, stderr=errors, descriptors=descriptors, **options)
        errors.close()
        self.greeting = []
        while True:
            line = self.line()
            found = re.search(r"http://127\.0\.0\.1:(\d+)\S*", line)
            if found:
                self.link = found[0]
                self.port = int(found[1])
                break

    def line(self):
        line = self.process.stdout.readline().decode("utf-8", "replace")
        check(line, f"the server ends at once: {tail(self.log())}")
        self.greeting.append(line.strip())
        return line

    def log(self):
        return (self.case.folder / "serve.log").read_text("utf-8", "replace")

    @property
    def host(self):
        return f"127.0.0.1:{self.port}"

    def connect(self, patience=PATIENCE):
        return socket.create_connection(("127.0.0.1", self.port), timeout=patience)

    def get(self, path="/", headers="", patience=PATIENCE):
        """What a plain request gets, as bytes."""
        with self.connect(patience) as stream:
            stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n{headers}\r\n".encode())
            return read_all(stream, patience)

    def check_alive(self, newcomer=True):
        """It runs, has said nothing of a panic, and serves the next who comes."""
        code = self.process.poll()
        check(code is None, f"the server has ended with {code}: {tail(self.log())}")
        check("panicked" not in self.log(), f"the server panicked: {tail(self.log())}")
        answer = self.get()
        check(answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 403")), f"a page is answered by {answer[:100]}")
        if newcomer:
            with self.newcomer() as tab:
                tab.ask({"type": "hello"}, "welcome")

    def newcomer(self):
        """A tab that is let in. The places of tabs that have just gone are free as soon as the server has noticed."""
        end = time.monotonic() + PATIENCE
        while True:
            tab = Tab(self)
            if tab.status != 503 or time.monotonic() > end:
                check(tab.status == 101, f"a newcomer gets {tab.status}")
                return tab
            tab.stream.close()
            time.sleep(0.05)

    def memory(self):
        return resident(self.process.pid)


class Tab:
    """A tab of the page: a websocket."""

    def __init__(self, server, origin=None, headers="", path="/ws", patience=PATIENCE):
        self.stream = server.connect(patience)
        self.stream.settimeout(patience)
        self.patience = patience
        self.id = 0
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        origin = f"http://{server.host}" if origin is None else origin
        self.stream.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: {origin}\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            more = self.stream.recv(4096)
            if not more:
                break
            head += more
        head, _, self.buffer = head.partition(b"\r\n\r\n")
        self.status = int(head.split()[1]) if len(head.split()) > 1 else 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()

    def frame(self, data, code=TEXT, final=True, masked=True, length=None, reserved=0):
        """Sends a frame, which may lie about its length."""
        length = len(data) if length is None else length
        head = bytes([final << 7 | reserved << 4 | code])
        mask = 0x80 if masked else 0
        if length < 126:
            head += bytes([mask | length])
        elif length < 1 << 16:
            head += bytes([mask | 126]) + struct.pack(">H", length)
        else:
            head += bytes([mask | 127]) + struct.pack(">Q", length)
        if masked:
            key = os.urandom(4)
            repeated = (key * (len(data) // 4 + 1))[: len(data)]
            data = (int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")).to_bytes(len(data), "big")
            head += key
        self.stream.sendall(head + data)

    def send(self, message):
        """Sends a request with the next id, which is returned."""
        self.id += 1
        self.frame(json.dumps({**message, "id": self.id}).encode())
        return self.id

    def receive(self, patience=None):
        """The next message of the server; none at the end. Pings are answered."""
        end = time.monotonic() + (patience or self.patience)
        while True:
            frame = self.next_frame(end)
            if frame is None:
                return None
            code, data = frame
            if code == PING:
                self.frame(data, PONG)
            elif code == CLOSE:
                return None
            elif code == TEXT:
                return json.loads(data)

    def next_frame(self, end):
        head = self.take(2, end)
        if head is None:
            return None
        length = head[1] & 127
        if length >= 126:
            more = self.take(2 if length == 126 else 8, end)
            if more is None:
                return None
            length = int.from_bytes(more, "big")
        data = self.take(length, end)
        return None if data is None else (head[0] & 15, data)

    def take(self, count, end):
        while len(self.buffer) < count:
            self.stream.settimeout(max(0.05, end - time.monotonic()))
            try:
                more = self.stream.recv(1 << 16)
            except TimeoutError:
                raise Broken("the server is silent") from None
            except OSError:
                return None
            if not more:
                return None
            self.buffer += more
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def wait_for(self, kind, request):
        """The answer of this type to this request; an error is a failure."""
        while True:
            message = self.receive()
            check(message is not None, f"the connection ends before {kind}")
            if message.get("id") == request:
                check(message["type"] != "error", f"{kind} is refused: {message}")
                if message["type"] == kind:
                    return message

    def ask(self, message, kind):
        return self.wait_for(kind, self.send(message))

    def drain(self):
        """Takes what is there, without waiting."""
        while select.select([self.stream], [], [], 0)[0]:
            try:
                data = self.stream.recv(1 << 16)
            except OSError:
                return
            if not data:
                return
            self.buffer += data


def free_port():
    """A port that nobody uses at the moment."""
    with socket.socket() as stream:
        stream.bind(("127.0.0.1", 0))
        return stream.getsockname()[1]


def read_all(stream, patience=PATIENCE):
    """Everything up to the end."""
    data = b""
    stream.settimeout(patience)
    try:
        while True:
            more = stream.recv(1 << 16)
            if not more:
                return data
            data += more
    except TimeoutError:
        raise Broken(f"no answer within {patience} s") from None
    except OSError:
        return data
