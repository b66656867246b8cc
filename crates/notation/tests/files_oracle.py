"""Compares what `games` reads from files with what cchess reads from them, move for move, comments and tags included.

Usage: files_oracle.py GAMES FILE...    GAMES is target/.../examples/games
       (in an environment with cchess 1.25.5; files are .xqf, .cbr, .cbl and .pgn)

A file that `games` refuses is listed with its reason, and whether cchess left moves out of it. What XQF is made of the
games is read by cchess again, and must be the same.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

from cchess import Game


def ours(program, arguments):
    """The games of files as `games` prints them: (file, tags, result, start, comment, moves) and the refusals."""
    text = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
    games, refused = [], []
    for line in text.split("\n"):
        word, _, rest = line.partition(" ")
        if word == "game":
            games.append({"file": rest.rpartition(" ")[0], "tags": {}, "moves": []})
        elif word == "error":
            refused.append(rest)
        elif word == "tag":
            name, _, value = rest.partition(" ")
            games[-1]["tags"][name] = value
        elif word in ("result", "start", "comment"):
            games[-1][word] = rest
        elif word:
            mv, _, comment = rest.partition(" ")
            games[-1]["moves"].append((int(word), mv, comment))
    return games, refused


def clean(text):
    """A comment without the differences that are ours: line breaks, braces and the space around it."""
    lines = (text or "").replace("\r\n", "\n").replace("\r", "\n").replace("}", ")").replace("\n[", " [")
    return lines.split("\0")[0].strip().replace("\\", "\\\\").replace("\n", "\\n")


def theirs(game):
    """The moves of a game of cchess in the order of the tree, and its comment."""
    moves = []

    def siblings(move):
        return list(move.get_siblings(include_me=True)) if move else []

    stack = [(1, move) for move in reversed(siblings(game.first_move))]
    while stack:
        depth, move = stack.pop()
        moves.append((depth, str(move), clean(move.annote)))
        stack.extend((depth + 1, child) for child in reversed(siblings(move.next_move)))
    return moves, clean(game.annote)


def read(path):
    suffix = pathlib.Path(path).suffix.lower()
    if suffix == ".cbl":
        return Game.read_from_lib(path)["games"]
    return [Game.read_from(path)]


def differences(mine, other):
    """What differs between our game and that of cchess."""
    moves, comment = theirs(other)
    found = []
    # A comment that cchess cannot decode, or that has no zero at its end in a CBR file, it leaves out.
    same = [a[:2] == b[:2] and b[2] in (a[2], "") for a, b in zip(mine["moves"], moves)]
    if len(mine["moves"]) != len(moves) or not all(same):
        pairs = [(a, b) for a, b, is_same in zip(mine["moves"], moves, same) if not is_same]
        found.append(f"moves: {len(mine['moves'])} and {len(moves)}, first {pairs[:1]}")
    if comment not in (mine["comment"], ""):
        found.append(f"comment: {mine['comment']!r} and {comment!r}")
    board = other.init_board.to_fen().split()
    if mine["start"].split()[:1] != board[:1]:
        found.append(f"start: {mine['start']} and {board}")
    for key, tag in (("red", "Red"), ("black", "Black"), ("title", "Title"), ("event", "Event")):
        if key in other.info and (other.info[key] or "").strip() != mine["tags"].get(tag, "").strip():
            found.append(f"{tag}: {mine['tags'].get(tag)!r} and {other.info[key]!r}")
    if other.info.get("result", "*") != mine["result"] and other.info.get("source") in ("XQF", "CBR"):
        found.append(f"result: {mine['result']} and {other.info.get('result')}")
    return found


def main():
    program, *files = sys.argv[1:]
    compared = moves = wrong = refusals = 0
    for path in files:
        games, refused = ours(program, [path])
        for line in refused:
            refusals += 1
            print(f"refused: {line}")
        if refused:
            continue
        try:
            others = read(path)
        except Exception as error:  # whatever cchess raises
            print(f"cchess cannot read {path}: {error!r}; we read {len(games)} games")
            continue
        if len(others) != len(games):
            print(f"{path}: {len(games)} games, cchess {len(others)}")
            wrong += 1
            continue
        with tempfile.TemporaryDirectory() as folder:
            ours(program, ["--write", folder, path])
            for index, (game, other) in enumerate(zip(games, others)):
                compared += 1
                moves += len(game["moves"])
                for difference in differences(game, other):
                    print(f"{path} {index}: {difference}")
                    wrong += 1
                again = Game.read_from(os.path.join(folder, f"{pathlib.Path(path).name}-{index}.xqf"))
                written = {**game, "tags": {}}
                for difference in differences(written, again):
                    if not difference.startswith(("Red", "Black", "Title", "Event")):
                        print(f"{path} {index}, written as XQF: {difference}")
                        wrong += 1
    print(f"{compared} games, {moves} moves, {wrong} differences, {refusals} refused")
    sys.exit(1 if wrong or not compared else 0)


if __name__ == "__main__":
    main()
