#!/usr/bin/env python3
"""XBoard plays whole games of xiangqi between the engine and others, and saves them.

    tools/clients/xboard_games.py target/release/chuhe

Proves that the engine can be used from a GUI of the XBoard protocol: both colours, by clock and by depth, with
and without pondering. The games are read from the file that XBoard has saved. Each must have ended on the
board, by the rules; every move is confirmed by pyffish; what the engine has said about the result must be
what XBoard has decided; and in XBoard's record of the conversation the engine has nothing to complain about.

Wants the Debian packages xboard, xvfb, fairymax and hoichess. XBoard would open a window; Xvfb is the screen.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from referee import Game, engine_path, fail

# What XBoard lets the two do, how many games, and for how many seconds at most.
MATCHES = [
    ("maxqi", ["-tc", "0:10", "-inc", "0.1", "-ponder", "-mg", "2"], 2, 150),
    ("hoixiangqi", ["-depth", "5", "-xponder", "-mg", "2"], 2, 150),
]
# XBoard's letters, and FEN's.
LETTERS = {"H": "n", "E": "b", "A": "a", "R": "r", "C": "c", "K": "k", "P": "p"}
SAN = re.compile(r"([HEARCKP]?)([a-i]?)([0-9]?)x?([a-i][0-9])[+#]?")
# How a game may end that the engine does not win, and how not.
ENDS = ("mate", "perpetual", "repetition", "draw", "material", "move rule")
FAULTS = ("false", "forfeit", "illegal", "time", "flag", "exit", "died", "resign", "abort")


def screen():
    """A screen that nobody sees; its process and its name."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        name = pipe.readline().strip()
    return process, f":{name}"


def end(process):
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def play(program, opponent, how, count, limit, folder, display):
    """Lets XBoard play; returns the saved games and the record of the conversation."""
    saved, record = folder / f"{opponent}.pgn", folder / f"{opponent}.debug"
    command = ["xboard", "-noGUI", "-variant", "xiangqi", "-fcp", program, "-scp", opponent, *how]
    command += ["-autoCallFlag", "true", "-sgf", str(saved), "-debug", "-nameOfDebugFile", str(record)]
    # The settings of whoever runs this are neither read nor changed.
    command += ["-settingsFile", str(folder / "xboardrc"), "-saveSettingsOnExit", "false", "-popupMoveErrors", "false"]
    path = os.environ.get("PATH", "") + ":/usr/games"
    environment = dict(os.environ, DISPLAY=display, HOME=str(folder), PATH=path)
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, env=environment, cwd=folder, stdout=quiet, stderr=quiet)
    try:
        # XBoard stays open when the match is over.
        stop = time.monotonic() + limit
        while time.monotonic() < stop and process.poll() is None:
            time.sleep(0.2)
            if saved.exists() and len(games_of(saved.read_text())) >= count:
                break
        time.sleep(0.5)
    finally:
        end(process)
    text = saved.read_text() if saved.exists() else ""
    talk = record.read_text(errors="replace") if record.exists() else ""
    games = games_of(text)
    if len(games) != count:
        print("\n".join(talk.splitlines()[-30:]), file=sys.stderr)
        fail(f"XBoard has saved {len(games)} games of {count} against {opponent} within {limit} s")
    return games, talk


def games_of(text):
    """Tags, moves, the last comment and the result of each game that is whole."""
    games = []
    for part in re.split(r"(?=\[Event )", text):
        tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', part))
        body = re.sub(r"^\[.*\]$", "", part, flags=re.MULTILINE)
        comments = re.findall(r"\{([^}]*)\}", body)
        words = re.sub(r"\{[^}]*\}", " ", body).split()
        if words and words[-1] in ("1-0", "0-1", "1/2-1/2", "*"):
            moves = [word for word in words[:-1] if not re.fullmatch(r"\d+\.+", word)]
            games.append((tags, moves, comments[-1] if comments else "", words[-1]))
    return games


def coordinates(game, san):
    """The one legal move that XBoard means."""
    match = SAN.fullmatch(san)
    if match is None:
        fail(f'XBoard writes "{san}" in {game.fen()}')
    letter, file, rank, to = match.groups()
    fits = [
        move
        for move in game.legal()
        if move.endswith(to)
        and move.startswith(file)
        and rank in ("", move[1])
        and game.piece_on(move[:2]).lower() == LETTERS[letter or "P"]
    ]
    if len(fits) > 1 and not letter and not file:
        # A pawn that goes straight ahead is written without its file, also where another one could step aside to the same place.
        fits = [move for move in fits if move[0] == to[0]]
    if len(fits) != 1:
        fail(f'"{san}" is {len(fits)} legal moves in {game.fen()}')
    return fits[0]


def check(saved, claims):
    """A game that was saved; returns a line about it."""
    tags, moves, reason, result = saved
    colour = "White" if "Chuhe" in tags["White"] else "Black"
    if tags.get("Variant") != "xiangqi" or tags["Result"] != result or result == "*":
        fail(f"a game that is not whole: {tags} {reason} {result}")
    game = Game()
    for san in moves:
        game.play(coordinates(game, san))
    is_won = result == ("1-0" if colour == "White" else "0-1")

    def has(words):
        return any(word in reason.lower() for word in words)

    if not is_won and (has(FAULTS) or not has(ENDS)):
        fail(f"{tags['White']} - {tags['Black']} {result}: the engine does not win, and not by the rules: {reason}")
    if has(["mate"]) and game.legal():
        fail(f'"{reason}", and there are legal moves in {game.fen()}')
    if claims and any(claim != result for claim in claims):
        fail(f"the engine says {claims}, and XBoard {result} {{{reason}}}")
    return f"{tags['White']} - {tags['Black']} {result} after {len(moves)} plies: {reason}"


def main():
    program = engine_path()
    server, display = screen()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for opponent, how, count, limit in MATCHES:
                began = time.monotonic()
                games, talk = play(program, opponent, how, count, limit, Path(folder), display)
                complaints = re.findall(r"^\d+ <first ?: (?:Error|Illegal|tellusererror).*", talk, re.MULTILINE)
                if complaints:
                    fail(f"against {opponent}: {complaints}")
                # What was said in each game, up to the next.
                parts = re.split(r"^\d+ >first ?: new$", talk, flags=re.MULTILINE)[-count:]
                for saved, part in zip(games, parts):
                    claims = re.findall(r"^\d+ <first ?: (1-0|0-1|1/2-1/2) \{", part, re.MULTILINE)
                    print("xboard:", check(saved, claims))
                if {"Chuhe" in tags["White"] for tags, *_ in games} != {True, False}:
                    fail("the engine has not had both colours")
                print(f"xboard: {count} games against {opponent} in {time.monotonic() - began:.0f} s")
    finally:
        end(server)


if __name__ == "__main__":
    main()
