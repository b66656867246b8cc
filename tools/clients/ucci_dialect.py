#!/usr/bin/env python3
"""Speaks UCCI with Fairy-Stockfish and with the engine, the same lines to both, and compares their answers.

    tools/clients/ucci_dialect.py target/release/chuhe

Proves that a client made for the UCCI of Fairy-Stockfish can use the engine: each command is answered by lines of
the same kinds, in the same order, with the same last one; options have one grammar and those that both have one
type, and are set under Fairy-Stockfish's names; moves have the same coordinates. Then the two play a game. Every
move and every line of thought is confirmed by pyffish.

Four differences are wanted, for UCCI's own text has them so: without a legal move the engine says `nobestmove`
and not `bestmove (none)`, scores have no unit, clocks count seconds until `usemillisec` is set, and it says `bye`.

Wants the Debian package fairy-stockfish.
"""

import queue
import re
import subprocess
import threading

from referee import Game, engine_path, fail

PATIENCE = 30
PLIES = 24
MIDDLE = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R w - - 0 1"
MATE_IN_ONE = "3k5/4R4/9/9/9/9/9/9/8R/4K4 w - - 0 1"
MATED = "R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1"
FEW = "3k5/9/9/9/9/4P4/9/9/9/3RK4 b - - 0 1"

MOVE = r"[a-i][0-9][a-i][0-9]"
OPTION = re.compile(
    r"option (\S+) type (?:(button)|(check) default (?:true|false)|(string) default.*"
    r"|(spin) default -?\d+ min -?\d+ max -?\d+|(combo) default \S+(?: var \S+)+)"
)
KINDS = [
    ("id", r"id (?:name|author) \S.*"),
    ("option", OPTION.pattern),
    ("ucciok", r"ucciok"),
    ("readyok", r"readyok"),
    ("thought", rf"info depth \d+(?: (?!score\b)\S+)* score(?: cp| mate)? -?\d+(?: .*)?(?: pv(?: {MOVE})+)?"),
    ("statistics", r"info (?:time|nodes|currmove) .*"),
    ("move", rf"bestmove {MOVE}(?: ponder {MOVE})?"),
    ("no move", r"bestmove \(none\)|nobestmove"),
    ("bye", r"bye"),
]
# Options that both have and that leave Fairy-Stockfish as strong, as it spells them; ours may bear the standard's name.
OPTIONS = ["Threads 1", "Hash 16", "Ponder false", "MultiPV 1", "Move_Overhead 20", "Clear_Hash"]
STANDARD = {"hash": "hashsize"}


def kind(line):
    """What sort of line it is."""
    return next((name for name, pattern in KINDS if re.fullmatch(pattern, line)), f'"{line}"')


class Engine:
    """A process that is spoken to line by line."""

    def __init__(self, path):
        self.name = path
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def say(self, *lines):
        for line in lines:
            self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def until(self, *last):
        """Everything up to a line of one of these kinds, or up to the end."""
        heard = []
        while True:
            try:
                line = self.lines.get(timeout=PATIENCE)
            except queue.Empty:
                fail(f"{self.name}: no {last} within {PATIENCE} s after {heard}")
            if line is None:
                if last:
                    fail(f"{self.name} has ended after {heard}, before {last}")
                return heard
            if line:
                heard.append(line)
                if kind(line) in last:
                    return heard

    def answer(self, *lines):
        """Asks for a search, and returns its thoughts and its last line."""
        self.say(*lines)
        heard = self.until("move", "no move")
        strange = [line for line in heard[:-1] if kind(line) not in ("thought", "statistics")]
        if strange:
            fail(f"{self.name} says {strange} when it is told {lines}")
        return [line for line in heard if kind(line) == "thought"], heard[-1]

    def quit(self):
        self.say("quit")
        heard = self.until()
        if self.process.wait(PATIENCE) != 0:
            fail(f"{self.name} ends with {self.process.returncode}")
        return heard


def introductions(engines):
    """Who they are and what can be set."""
    types = []
    for engine in engines:
        engine.say("ucci")
        heard = engine.until("ucciok")
        # A program may print a banner before.
        kinds = [kind(line) for line in heard if not line.startswith("Fairy-Stockfish ")]
        if kinds[:3] != ["id", "id", "option"] or set(kinds[2:-1]) != {"option"}:
            fail(f"{engine.name} introduces itself by {heard}")
        options = filter(None, map(OPTION.fullmatch, heard))
        types.append({match[1].replace("_", "").lower(): match[match.lastindex] for match in options})
    theirs, ours = types
    for option in OPTIONS:
        name = option.split()[0].replace("_", "").lower()
        known = ours.get(name) or ours.get(STANDARD.get(name))
        if known is None or known != theirs[name]:
            fail(f"option {name} is {theirs[name]} there, and {known} here")
    return len(theirs), len(ours)


def scenes():
    """A position with its moves, what precedes the search, the search, and how it ends."""
    start = Game()
    opened = Game()
    for move in ("h2e2", "h9g7", "h0g2", "i9h9"):
        opened.play(move)
    middle, mate, mated, few = Game(MIDDLE), Game(MATE_IN_ONE), Game(MATED), Game(FEW)
    allowed = sorted(few.legal())[0]
    banned = "banmoves " + " ".join(sorted(few.legal() - {allowed}))
    return [
        (start, [], "go depth 4", None),
        (opened, [], "go depth 4", None),
        (opened, [], "go nodes 3000", None),
        (middle, [], "go depth 3", None),
        (middle, [], "go movetime 100", None),
        (middle, [], "go infinite", "stop"),
        (mate, [], "go depth 3", None),
        (mated, [], "go depth 3", None),
        (few, [banned], "go depth 3", None),
        (start, ["setoption MultiPV 2"], "go depth 3", None),
    ], allowed


def setup(game):
    """The position as a client sends it."""
    base = "startpos" if game.start == Game().start else f"fen {game.start}"
    return f"position {base}" + (f" moves {' '.join(game.moves)}" if game.moves else "")


def compare(engines):
    """The same searches; returns how many."""
    rows, allowed = scenes()
    for game, before, go, after in rows:
        ends = []
        for engine in engines:
            lines = [setup(game), *before, go]
            if after:
                engine.say(*lines)
                threading.Event().wait(0.3)
                lines = [after]
            thoughts, last = engine.answer(*lines)
            ends.append(kind(last))
            if kind(last) == "no move":
                continue
            words = last.split()
            game.check_line(words[1::2])
            if not thoughts:
                fail(f"{engine.name}: no thoughts after {go}")
            for thought in thoughts:
                game.check_line(thought.partition(" pv ")[2].split())
            if game.start == MATE_IN_ONE and played(game, words[1]).legal():
                fail(f"{engine.name}: {last} does not mate")
            if before and before[0].startswith("banmoves") and words[1] != allowed:
                fail(f"{engine.name}: {last} after {before[0]}")
            if "setoption MultiPV 2" in before and not any(" multipv 2 " in thought for thought in thoughts):
                fail(f"{engine.name}: one line instead of two: {thoughts}")
        if ends[0] != ends[1]:
            fail(f"{setup(game)}, {go}: {ends[0]} there, and {ends[1]} here")
    for engine in engines:
        engine.say("setoption MultiPV 1")
    return len(rows)


def played(game, move):
    """The game with a move more."""
    longer = Game(game.fen())
    longer.play(move)
    return longer


def confirm_readiness(engines, *lines):
    """Says lines that want no answer, and asks for readiness: nothing else may come."""
    for engine in engines:
        engine.say(*lines, "isready")
        heard = engine.until("readyok")
        if len(heard) != 1:
            fail(f"{engine.name} says {heard} to {lines}")


def main():
    engines = [Engine("/usr/games/fairy-stockfish"), Engine(engine_path())]
    theirs, ours = introductions(engines)
    confirm_readiness(engines)
    confirm_readiness(engines, *(f"setoption {option}" for option in OPTIONS))
    count = compare(engines)

    engines[1].say("setoption usemillisec true")
    game = Game()
    for number in range(PLIES):
        go = "go depth 5" if number % 4 < 2 else "go time 2000 increment 50"
        _, last = engines[number % 2].answer(setup(game), go)
        if kind(last) == "no move":
            break
        game.play(last.split()[1])

    banner, farewell = (engine.quit() for engine in engines)
    if banner or farewell != ["bye"]:
        fail(f"the last words are {banner} there, and {farewell} here")
    print(f"UCCI: {theirs} and {ours} options, {count} searches compared with Fairy-Stockfish, and a game:")
    print(" ".join(game.moves))


if __name__ == "__main__":
    main()
