"""Engines as players, in three languages, each process for as many games as it lives. A player is told the position and a limit and is asked for a move; it is
read from the pipe directly, so that what is measured is the engine and not this program.

A limit is a dictionary: {"nodes": 200}, {"depth": 3}, {"movetime": 5} in milliseconds, or {"base": 50, "increment": 2} for a clock.
"""

import os
import re
import select
import subprocess
import time
from pathlib import Path

# Who is silent for this long hangs.
PATIENCE = 60
RESULTS = ("1-0", "0-1", "1/2-1/2")
XBOARD_COMPLAINTS = ("Illegal move", "Error")


class Gone(Exception):
    """An engine that has ended, or is silent."""


class Player:
    """A process at the other end of two pipes; each language has its own kind."""

    def __init__(self, command, name, is_ours, first_rank=0, options=()):
        self.name = name
        self.is_ours = is_ours
        self.first_rank = first_rank
        self.options = options
        # What it says besides the protocol belongs to the conversation. A Ctrl-C is for this program alone.
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, bufsize=0, preexec_fn=os.setpgrp)
        self.buffer = b""
        self.lines = []
        self.said, self.heard = [], []
        self.games = 0
        self.greet()

    def say(self, *lines):
        self.said.extend(lines)
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        except OSError:
            self.fail("has gone")

    def next(self, end):
        """The next line, before this moment."""
        while not self.lines:
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                self.fail("is silent")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                self.fail(f"has ended with {self.process.wait()}")
            *lines, self.buffer = (self.buffer + data).split(b"\n")
            self.lines = [line.decode("utf-8", "replace").strip() for line in lines]
        line = self.lines.pop(0)
        self.heard.append(line)
        if "panicked" in line:
            self.fail("panicked")
        return line

    def until(self, *starts, patience=PATIENCE):
        """The next line that begins with one of these."""
        end = time.monotonic() + patience
        while True:
            line = self.next(end)
            if line.startswith(starts):
                return line

    def fail(self, what):
        raise Gone(f"{self.name} {what}; said {self.said[-8:]}; heard {self.heard[-8:]}")

    def forget(self):
        """What was said so far will not be quoted."""
        self.said, self.heard = self.said[-8:], self.heard[-8:]

    def theirs(self, move):
        """A move with the ranks of this engine, which may count from 1."""
        return shifted(move, self.first_rank)

    def ours(self, move):
        return shifted(move, -self.first_rank)

    def resident(self):
        """Kibibytes in memory."""
        return int(re.search(r"^VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text(), re.M)[1])

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def processor(self):
        """Milliseconds that all its threads have computed so far, also those that have ended."""
        # The number by which Linux knows the processor time of another process.
        return 1000 * time.clock_gettime((~self.process.pid << 3) | 2)

    def quit(self):
        """Ends it; says with which code, if it was not 0."""
        try:
            self.say("quit")
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            pipe.close()
        return code


class Uci(Player):
    language = "uci"
    new_game = "ucinewgame"

    def greet(self):
        self.say("uci")
        self.until("uciok")
        self.say(*(f"setoption name {name} value {value}" for name, value in self.options))

    def begin(self, opening, limit, is_red):
        self.games += 1
        self.moves = list(opening)
        self.limit = limit
        self.is_red = is_red
        self.say(self.new_game, "isready")
        self.until("readyok")

    def hear(self, move):
        self.moves.append(move)

    def go(self, clocks):
        """Asks for a move; clocks are milliseconds of red and black."""
        moves = " ".join(self.theirs(move) for move in self.moves)
        self.say("position startpos" + (f" moves {moves}" if moves else ""), f"go {self.words(clocks)}")

    def words(self, clocks):
        if "base" in self.limit:
            red, black = (max(1, round(clock)) for clock in clocks)
            step = self.limit["increment"]
            return f"wtime {red} btime {black} winc {step} binc {step}"
        return " ".join(f"{name} {value}" for name, value in self.limit.items())

    def move(self):
        """Its move; none if it has none."""
        word = self.until("bestmove").split()[1]
        return self.accept(word)

    def accept(self, word):
        if word in ("(none)", "0000", "none", "resign"):
            return None
        move = self.ours(word)
        self.moves.append(move)
        return move

    def end(self):
        pass


class Ucci(Uci):
    language = "ucci"
    new_game = "setoption newgame"

    def greet(self):
        self.say("ucci")
        self.until("ucciok")
        self.say("setoption usemillisec true", *(f"setoption {name} {value}" for name, value in self.options))

    def words(self, clocks):
        if "base" in self.limit:
            mine, other = clocks if self.is_red else reversed(clocks)
            step = self.limit["increment"]
            return f"time {max(1, round(mine))} increment {step} opptime {max(1, round(other))} oppincrement {step}"
        if "movetime" in self.limit:
            return f"time {self.limit['movetime']} movestogo 1"
        return super().words(clocks)

    def move(self):
        line = self.until("bestmove", "nobestmove")
        return self.accept(line.split()[1] if line.startswith("bestmove") else "none")


class Xboard(Player):
    """It is told each move as it is played, and says by itself when it takes the game to be over."""

    language = "xboard"
    number = 0

    def greet(self):
        self.say("xboard", "protover 2")
        while not re.search(r"\bdone=1\b", self.until("feature")):
            pass
        self.say("nopost", "easy", *(["memory 4"] if self.is_ours else []), *(f"option {name}={value}" for name, value in self.options))

    def begin(self, opening, limit, is_red):
        self.games += 1
        self.limit = limit
        self.is_red = is_red
        self.claim = None
        self.waiting = []
        self.say("new", *(["variant xiangqi"] if self.is_ours else []), *(f"option {name}={value}" for name, value in self.options), "force")
        self.say(*(self.usermove(move) for move in opening))
        if "base" in limit:
            self.say(f"level 0 0:{self.seconds(limit['base'])} {self.seconds(limit['increment'])}")
        elif "movetime" in limit and self.is_ours:
            self.say(f"st {self.seconds(limit['movetime'])}")
        else:
            self.say(f"sd {limit.get('depth', 1) if self.is_ours else 1}")
        self.is_started = False
        self.sync()

    def seconds(self, milliseconds):
        """Others read whole seconds; what is on the clock they are told before each move."""
        return f"{milliseconds / 1000:g}" if self.is_ours else str(-(-milliseconds // 1000))

    def sync(self):
        Xboard.number += 1
        self.say(f"ping {Xboard.number}")
        self.until(f"pong {Xboard.number}")

    def usermove(self, move):
        return ("usermove " if self.is_ours else "") + self.theirs(move)

    def hear(self, move):
        self.waiting.append(move)

    def go(self, clocks):
        lines = []
        if "base" in self.limit:
            mine, other = clocks if self.is_red else reversed(clocks)
            lines = [f"time {max(1, int(mine / 10))}", f"otim {max(1, int(other / 10))}"]
        # The opponent's move starts it once it plays.
        lines += [self.usermove(move) for move in self.waiting]
        if not self.is_started:
            lines.append("go")
        self.waiting = []
        self.is_started = True
        self.say(*lines)

    def move(self):
        line = self.until("move ", "resign", *RESULTS, *XBOARD_COMPLAINTS)
        if line.startswith("move "):
            return self.ours(line.split()[1])
        if line.startswith(XBOARD_COMPLAINTS):
            self.fail(f'complains "{line}"')
        self.claim = line
        return None

    def end(self):
        self.say("force")
        self.sync()


def shifted(move, step):
    """A move with other numbers of ranks."""
    found = re.fullmatch(r"([a-i])(\d+)([a-i])(\d+)", move)
    return f"{found[1]}{int(found[2]) + step}{found[3]}{int(found[4]) + step}" if found and step else move
