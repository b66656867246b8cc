"""Tabs of the app that come and go: they open, look, play games, analyse, ask for reviews, and leave, some without a word. The server is noted
every half a minute with its tabs, and again when all of them have left.

Promised: every move is legal, whoever comes next is served, and memory, open files and threads come back.
"""

import os
import random
import socket
import time
from pathlib import Path

from board import Board
from browser import Server, Tab
from harness import Broken, Case, check
from ledger import entries

RULES = ["asian", "computer", "simple"]
MAX_TABS = 24
# Seconds between two notes.
EVERY = 30
# By how much a server without tabs may be above what it was.
MAX_GROWTH = {"mib": 60, "descriptors": 12, "threads": 12}


class Visitor:
    """A tab with a game of its own."""

    def __init__(self, server, chance):
        self.chance = chance
        self.tab = Tab(server, patience=60)
        check(self.tab.status == 101, f"a tab gets {self.tab.status}")
        self.tab.ask({"type": "hello"}, "welcome")
        self.rules = chance.choice(RULES)
        self.board = Board()
        self.moves = []
        self.analysis = None

    def game(self):
        return {"fen": None, "moves": self.moves, "rules": self.rules}

    def act(self, counts):
        """One thing that people do."""
        deed = self.chance.choices([self.play, self.look, self.explore, self.analyse, self.review, self.wait], [10, 4, 2, 3, 1, 2])[0]
        deed()
        counts[deed.__name__] = counts.get(deed.__name__, 0) + 1

    def play(self):
        """A move of the person and one of the engine; a new game when this one is over."""
        self.rest()
        legal = self.board.legal()
        if not legal or len(self.moves) > 60:
            self.board, self.moves = Board(), []
            legal = self.board.legal()
        self.make(self.chance.choice(legal))
        if self.board.legal():
            best = self.tab.ask({"type": "go", **self.game(), "level": self.chance.randrange(1, 5)}, "best")
            move = best.get("move")
            if move is None:
                # A game that repetition or a rule has ended goes no further.
                self.board, self.moves = Board(), []
                return
            check(move in self.board.legal(), f'the server plays "{move}" after {self.moves}')
            self.make(move)

    def make(self, move):
        self.board.play(move)
        self.moves.append(move)

    def look(self):
        self.tab.ask({"type": "look", **self.game()}, "seen")

    def explore(self):
        self.tab.ask({"type": "explore", **self.game()}, "explored")

    def analyse(self):
        """Thinking that goes on until something else is wanted."""
        self.rest()
        if self.board.legal():
            self.analysis = self.tab.send({"type": "go", **self.game(), "level": 10, "infinite": True, "lines": self.chance.randrange(1, 4)})

    def review(self):
        self.rest()
        self.tab.ask({"type": "review", **self.game(), "nodes": 1000}, "review_done")

    def wait(self):
        time.sleep(0.05)

    def rest(self):
        if self.analysis:
            self.tab.send({"type": "stop", "search": self.analysis})
            self.analysis = None

    def leave(self):
        """Closes the tab, or cuts the connection."""
        if self.chance.random() < 0.4:
            self.tab.stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.tab.stream.close()


def state(server):
    """The server now: mebibytes, open files, threads."""
    process = Path(f"/proc/{server.process.pid}")
    return {"mib": server.memory(), "descriptors": len(os.listdir(process / "fd")), "threads": len(os.listdir(process / "task"))}


def soak(program, book, seed, seconds, pause):
    """Tabs for so many seconds, a deed every `pause` seconds; a promise that is broken ends it, and is written down."""
    case = Case("tabs", seed, program)
    try:
        visit(case, book, seconds, pause)
    except Broken as broken:
        print(f"FOUND {broken}", flush=True)
        book.write("finding", what=str(broken), at=round(time.time()))
    finally:
        case.close()


def visit(case, book, seconds, pause):
    server = Server(case)
    server.check_alive()
    visitors, counts = [], {}
    # A run that goes on does other things than those before it.
    chance = random.Random(f"{case.seed} {len(entries(book.path))}")
    began = noted = time.monotonic()
    idle = []

    def note(last_tabs):
        """The server with its tabs, and when they have left."""
        elapsed = round(time.monotonic() - began)
        if last_tabs:
            book.write("tabs", pid=server.process.pid, seconds=elapsed, open=last_tabs, counts=dict(counts), **state(server))
        idle.append(settle(server, visitors))
        book.write("tabs", pid=server.process.pid, seconds=elapsed, open=0, counts=dict(counts), **idle[-1])

    note(0)
    while time.monotonic() - began < seconds:
        if len(visitors) < MAX_TABS and chance.random() < 0.1 or not visitors:
            visitors.append(Visitor(server, chance))
            counts["tabs"] = counts.get("tabs", 0) + 1
        if chance.random() < 0.15 * len(visitors) / MAX_TABS:
            visitors.pop(chance.randrange(len(visitors))).leave()
            counts["left"] = counts.get("left", 0) + 1
        for visitor in visitors:
            visitor.tab.drain()
        if visitors:
            chance.choice(visitors).act(counts)
        # People take their time; the server is to be left running, not to be filled.
        time.sleep(pause)
        if time.monotonic() - noted > EVERY:
            note(len(visitors))
            print(f"{time.monotonic() - began:.0f} s, {counts}, {idle[-1]}", flush=True)
            noted = time.monotonic()
    note(len(visitors))
    server.check_alive()
    # Tables and pages are there after the first visitors; from then on nothing is to grow.
    warm = idle[: max(2, len(idle) // 4)]
    for what, growth in MAX_GROWTH.items():
        before, now = max(moment[what] for moment in warm), idle[-1][what]
        check(now <= before + growth, f"{what} without tabs: {before} at first, {now} after {counts}")


def settle(server, visitors):
    """All tabs leave; the server when it has come to rest."""
    while visitors:
        visitors.pop().leave()
    server.check_alive()
    before = None
    for _ in range(20):
        time.sleep(0.5)
        now = state(server)
        if now == before:
            break
        before = now
    return now
