"""The server under people and programs that mean no good, or too many that do.

Promised: it never ends, never panics, serves whoever comes next, keeps foreign pages out, and its memory comes back.
"""

import json
import socket
import time

from browser import BINARY, CLOSE, PING, Server, Tab, read_all
from harness import Broken, check, until

# Mebibytes.
MAX_KEPT = 90
GAME = {"fen": None, "moves": ["h2e2"], "rules": "asian"}
ANALYSIS = {"type": "go", **GAME, "level": 10, "infinite": True, "lines": 1}
MOVE = {"type": "go", **GAME, "level": 3}
REQUESTS = [
    {"type": "hello"}, {"type": "look", **GAME}, {"type": "check_fen", "fen": "9/9/9/9/9/9/9/9/9/9 w"}, {"type": "explore", **GAME},
    {"type": "judge", **GAME}, {"type": "read_game", "text": "1. C2=5 H8+7 *"}, ANALYSIS, MOVE,
    {"type": "review", **GAME, "nodes": 1000}, {"type": "stop", "search": 3}, {"type": "rooms"}, {"type": "addresses"},
    {"type": "solve", **GAME, "mate_in": 2, "millis": 50}, {"type": "offer_draw", **GAME},
    {"type": "read_file", "data": "W1JlZCAieCJdCgoxLiBDMj01IEg4KzcgKgo="}, {"type": "write_game", **GAME, "format": "pgn", "tags": {}},
    {"type": "puzzle_move", "fen": "3k5/4R4/9/9/9/9/9/9/8R/4K4 w", "moves": ["i1i9"], "mate_in": 1},
    {"type": "try_move", **GAME, "nodes": 1000},
]


def malformed_http(case):
    """Requests that are none, and paths that lead out."""
    server = Server(case)
    host = f"Host: {server.host}\r\n".encode()
    good = b"GET / HTTP/1.1\r\n" + host + b"Connection: close\r\n\r\n"
    fixed = [
        b"", b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/9.9\r\n" + host + b"\r\n",
        b"GET / HTTP/1.1\r\n" + host + host + b"\r\n", b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 99999999999\r\n\r\nx", b"POST / HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + host + b"X: y\r\n" * 5000 + b"\r\n", b"GET / HTTP/1.1\nHost: x\n\n", b"GET / HTTP/1.1\r\n" + host + b"Range: bytes=5-1\r\n\r\n",
    ]
    for _ in range(60):
        if case.random.random() < 0.4:
            data = case.random.choice(fixed)
        else:
            data = bytearray(good)
            for _ in range(case.random.randrange(1, 6)):
                at = case.random.randrange(len(data))
                data[at:at + case.random.randrange(3)] = bytes(case.random.randrange(256) for _ in range(case.random.randrange(4)))
        with server.connect() as stream:
            try:
                stream.sendall(bytes(data))
                stream.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            read_all(stream, 40)
        case.count("requests")
    for path in ("/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/assets/..%2f..%2fetc/passwd", "/\\..\\etc", "/%00"):
        answer = server.get(path)
        check(b"root:" not in answer, f"{path} leads out of the app")
        case.count("requests")
    server.check_alive()


def slow_clients(case):
    """Connections that say nothing or little: they are cut, and others are served meanwhile."""
    server = Server(case, descriptors=1024)
    silent = []
    for number in range(1100):
        try:
            silent.append(server.connect(20))
        except OSError:
            break
        if number % 5 == 0:
            try:
                silent[-1].sendall(b"GET / HT")
            except OSError:
                pass
    case.count("silent connections", len(silent))
    began = time.monotonic()
    server.check_alive()
    case.notes["ms for a page among them"] = round(1000 * (time.monotonic() - began))

    def are_cut():
        for stream in silent:
            stream.setblocking(False)
            try:
                if stream.recv(1 << 12):
                    return False
            except BlockingIOError:
                return False
            except OSError:
                pass
        return True

    until(are_cut, "silent connections are kept", 60, 0.5)
    for stream in silent:
        stream.close()
    server.check_alive()


def frames(case):
    """Frames that break the protocol, are huge, or come in pieces."""
    server = Server(case)
    hello = json.dumps({"type": "hello", "id": 1}).encode()

    def pieces(tab):
        cuts = sorted(case.random.randrange(len(hello)) for _ in range(case.random.randrange(1, 8)))
        parts = [hello[start:end] for start, end in zip([0, *cuts], [*cuts, len(hello)])]
        for number, part in enumerate(parts):
            tab.frame(part, 1 if number == 0 else 0, number == len(parts) - 1)
        tab.wait_for("welcome", 1)

    def byte_by_byte(tab):
        for number in range(5000):
            tab.frame(b"x", 0 if number else 1, False)

    strange = [
        pieces,
        byte_by_byte,
        lambda tab: tab.frame(hello, length=1 << 62),
        lambda tab: tab.frame(b"x" * 6_000_000),
        lambda tab: tab.frame(hello, length=100 << 20),
        lambda tab: tab.frame(hello, masked=False),
        lambda tab: tab.frame(hello, code=case.random.choice([3, 7, 11, 15])),
        lambda tab: tab.frame(hello, reserved=case.random.randrange(1, 8)),
        lambda tab: tab.frame(b"\xff\xfe" + hello),
        lambda tab: tab.frame(hello, BINARY),
        lambda tab: tab.frame(b"x" * 126, PING),
        lambda tab: tab.frame(b"\x00", CLOSE),
        lambda tab: tab.frame(b"\x03", CLOSE),
        lambda tab: [tab.frame(b"", PING) for _ in range(2000)],
        lambda tab: tab.frame(b"[" * 100_000),
        lambda tab: tab.frame(b'{"type":' * 20_000),
        lambda tab: tab.frame(b'{"type": "look", "id": 1, "moves": [' + b'"h2e2",' * 300_000 + b'"h2e2"]}'),
    ]
    for act in strange * 2:
        with Tab(server, patience=40) as tab:
            try:
                act(tab)
                tab.drain()
            except (OSError, ValueError):
                pass
        case.count("frames that are wrong")
    server.check_alive()
    check(server.memory() < 500, f"{server.memory()} MiB after frames")


def requests(case):
    """Requests with damaged fields: an error that names it, or an answer; the tab goes on."""
    server = Server(case)
    with Tab(server) as tab:
        for _ in range(150):
            tab.id += 1
            tab.frame(damaged_request(case.random, tab.id))
            case.count("requests")
        tab.id += 1000
        tab.send({"type": "stop", "search": 1})
        tab.ask({"type": "hello"}, "welcome")
    server.check_alive()


def damaged_request(random, number):
    """A request, most of the time with something wrong in it."""
    message = {**random.choice(REQUESTS), "id": number}
    for _ in range(random.randrange(3)):
        field = random.choice(list(message))
        strange = [None, -1, 0, 10**30, 1e308, "", "x" * 3000, [], {}, True, "車", "\0", [[]] * 50, {"a": {"b": []}}, "9" * 400]
        message[field] = random.choice(strange)
    if random.random() < 0.1:
        message.pop(random.choice(list(message)))
    text = json.dumps(message).encode()
    if random.random() < 0.2:
        at = random.randrange(len(text))
        text = text[:at] + random.choice([b"", b"}", b'"', b"\\ud800"]) + text[at + random.randrange(3):]
    return text


def foreign_pages(case):
    """Pages of other sites and other names of this machine are kept out."""
    server = Server(case)
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port + 1}", f"https://{server.host}.evil.example",
                   f"http://{server.host}@evil.example", "file://", f"http://localhost.evil.example:{server.port}"):
        with Tab(server, origin=origin) as tab:
            check(tab.status == 403, f"a page of {origin} gets {tab.status}")
        case.count("foreign origins")
    for name in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example"):
        with server.connect() as stream:
            stream.sendall(f"GET / HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
            answer = read_all(stream)
        check(not answer.startswith(b"HTTP/1.1 200"), f"a page under the name {name} is served")
    server.check_alive()


def storm(case):
    """Tabs that come and go, in the middle of everything: searches end with them, memory stays."""
    server = Server(case)
    server.check_alive()
    before = server.memory()
    for _ in range(250):
        tab = Tab(server, patience=40)
        if tab.status == 101:
            for _ in range(case.random.randrange(4)):
                try:
                    tab.send(case.random.choice(REQUESTS))
                except OSError:
                    break
        if case.random.random() < 0.5:
            tab.stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        tab.stream.close()
        case.count("connections")
    check_given_back(case, server, before)


def many_analyses(case):
    """Two hundred tabs analyse. Of those, as many as there are places compute by turns and the others wait; a move of a game is answered."""
    server = Server(case)
    tabs = []
    for number in range(199):
        tab = Tab(server)
        check(tab.status == 101, f"tab {number} gets {tab.status}")
        tab.send(ANALYSIS)
        tabs.append(tab)
        if number % 10 == 9:
            for other in tabs:
                other.drain()
    with Tab(server) as newcomer:
        check(newcomer.status == 101, f"the newcomer gets {newcomer.status}")
        began = time.monotonic()
        newcomer.ask(MOVE, "best")
        took = time.monotonic() - began
        case.notes["ms for a move among 199 analyses"] = round(1000 * took)
        check(took < 30, f"a move of a game takes {took:.0f} s")
    with_lines = 0
    for tab in tabs:
        tab.drain()
        with_lines += b'"line"' in tab.buffer
    case.notes["tabs with lines so far"] = with_lines
    for tab in tabs:
        tab.stream.close()
    server.check_alive()


def deaf_tabs(case):
    """Tabs that ask and never read."""
    server = Server(case)
    server.check_alive()
    before = server.memory()
    tabs = []
    text = {"tags": [], "result": "*", "comment": "word " * 20_000, "nodes": []}
    for _ in range(20):
        tab = Tab(server)
        tab.send(ANALYSIS)
        tab.stream.settimeout(0.3)
        try:
            for _ in range(60):
                tab.send({"type": "write_file", "games": [text], "format": "pgn"})
        except OSError:
            pass
        tabs.append(tab)
    server.check_alive()
    grown = server.memory() - before
    case.notes["MiB for 20 deaf tabs"] = grown
    check(grown < 200, f"20 tabs that do not read take {grown} MiB")
    for tab in tabs:
        tab.stream.close()
    check_given_back(case, server, before)


def check_given_back(case, server, before):
    """Without tabs, the server comes back to what it had, but for tables that are kept for the next search (64 MiB) and a little."""
    server.check_alive()
    until(lambda: server.memory() < before + MAX_KEPT, f"{before} MiB before, more than {MAX_KEPT} above it without tabs")
    case.notes["MiB kept"] = server.memory() - before


def rooms(case):
    """A shared server: strangers are kept out, and damaged requests of the operator and about rooms leave it as it was."""
    server = Server(case, "--share")
    with Tab(server) as stranger:
        check(stranger.status == 403, f"a stranger gets {stranger.status}")
    case.count("strangers")
    cookie = follow(server, server.link)
    with Tab(server, headers=f"Cookie: {cookie}\r\n") as operator:
        check(operator.status == 101, f"the operator gets {operator.status}")
        for _ in range(60):
            operator.id += 1
            text = damaged_request(case.random, operator.id).replace(b'"rooms"', b'"room_open"')
            operator.frame(text)
            case.count("requests")
        operator.id += 1000
        operator.ask({"type": "hello"}, "welcome")
    server.check_alive(newcomer=False)


def follow(server, link):
    """Opens a link and returns the cookie that it leaves."""
    path = "/" + link.split("/", 3)[3] if link.count("/") > 2 else "/"
    answer = server.get(path).decode("utf-8", "replace")
    if "set-cookie: " not in answer:
        raise Broken(f"the link {link} leads nowhere: {answer[:200]}")
    return answer.split("set-cookie: ")[1].split(";")[0]


ATTACKS = [malformed_http, slow_clients, frames, requests, foreign_pages, storm, many_analyses, deaf_tabs, rooms]
