#!/usr/bin/env python3
"""Compares this crate's WXF with pyffish (Fairy-Stockfish), an independent implementation.

    pip install pyffish
    cargo build --release -p notation --example notate
    python3 crates/notation/tests/wxf_oracle.py target/release/examples/notate [moves] [seed]

Part of the moves come from random games, the others from random positions in which up to five pawns
a side stand beyond the river on one to three shared files, together with pairs of other pieces on
one file. Checked: the program reads pyffish's text as the same move; both texts are equal, except
that pyffish leaves the mark of a tandem out (R1+2 for R-+2) where the other piece, making the same
step, would leave the board. The WXF rules want the mark there too; the program writes it and reads
both. The program also reads back all that it writes, in all its notations.

Run with 120,000 moves and seed 1: 120,010 moves in 6,246 positions; 114,990 texts equal, 5,020 with a
mark that pyffish leaves out, none different; 57,338 moves of pieces in tandem, 17,176 of them of
numbered pawns.
"""

import random
import subprocess
import sys

import pyffish

def coordinates(move):
    """A move of pyffish, ranks 1 to 10, with ranks 0 to 9."""
    squares, square = [], ""
    for character in move:
        if character.isalpha() and square:
            squares.append(square)
            square = ""
        square += character
    squares.append(square)
    return "".join(f"{square[0]}{int(square[1:]) - 1}" for square in squares)


def game_positions(chance):
    """The positions of one random game."""
    fen = pyffish.start_fen("xiangqi")
    for _ in range(chance.randint(20, 120)):
        moves = pyffish.legal_moves("xiangqi", fen, [])
        if not moves:
            return
        yield fen, moves
        fen = pyffish.get_fen("xiangqi", fen, [chance.choice(moves)])


def fen_of(board, side):
    rows = []
    for rank in range(9, -1, -1):
        row, empty = "", 0
        for file in range(9):
            piece = board.get((file, rank))
            if piece is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + piece
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows) + f" {side} - - 0 1"


def tandem_position(chance):
    """A random position with many pieces of a kind on shared files."""
    board = {}

    def place(piece, square):
        board.setdefault(square, piece)

    # On different files, for pyffish does not refuse kings that face each other.
    red_file, black_file = chance.sample((3, 4, 5), 2)
    place("K", (red_file, chance.randint(0, 2)))
    place("k", (black_file, chance.randint(7, 9)))
    for upper in (True, False):
        def own(rank):
            return rank if upper else 9 - rank

        def letter(name):
            return name if upper else name.lower()

        files = chance.sample(range(9), chance.choice((1, 2, 2, 3)))
        wanted = chance.randint(3, 5)
        squares = [(file, own(rank)) for file in files for rank in range(5, 10)]
        squares += [(file, own(rank)) for file in files if file % 2 == 0 for rank in (3, 4)]
        for square in chance.sample(squares, min(wanted, len(squares))):
            place(letter("P"), square)
        for name in "RNC":
            if chance.random() < 0.3:
                file = chance.randrange(9)
                for rank in chance.sample(range(10), 2):
                    place(letter(name), (file, own(rank)))
        if chance.random() < 0.3:
            for rank in (0, 2):
                place(letter("A"), (3, own(rank)))
        if chance.random() < 0.3:
            for rank in (0, 4):
                place(letter("B"), (2, own(rank)))
    return fen_of(board, chance.choice("wb"))


def is_possible(fen):
    """Whether the side that has just moved is not in check."""
    placement, side, rest = fen.split(" ", 2)
    waiting = f"{placement} {'b' if side == 'w' else 'w'} {rest}"
    return pyffish.validate_fen(fen, "xiangqi") == pyffish.FEN_OK and not pyffish.gives_check(
        "xiangqi", waiting, []
    )


def positions(chance):
    while True:
        yield from game_positions(chance)
        for _ in range(500):
            fen = tandem_position(chance)
            if is_possible(fen):
                yield fen, pyffish.legal_moves("xiangqi", fen, [])


def is_mark_left_out(fen, move, ours, theirs):
    """Whether pyffish writes a plain file for a tandem mark because the other piece, making the same
    step, would leave the board."""
    if not (ours[1] in "+-" and theirs[1].isdigit() and ours[0] == theirs[0] and ours[2:] == theirs[2:]):
        return False
    rows = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in fen.split(" ")[0].split("/")]
    file, rank, step = ord(move[0]) - ord("a"), int(move[1]), int(move[3]) - int(move[1])
    piece = rows[9 - rank][file]
    return all(
        not 0 <= other + step <= 9
        for other in range(10)
        if other != rank and rows[9 - other][file] == piece
    )


def main():
    program = sys.argv[1]
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    rows, position_count = [], 0
    for fen, moves in positions(chance):
        position_count += 1
        for move in moves:
            wxf = pyffish.get_san("xiangqi", fen, move, False, pyffish.NOTATION_XIANGQI_WXF)
            rows.append((fen, coordinates(move), wxf))
        if len(rows) >= wanted:
            break
    lines = "".join("\t".join(row) + "\n" for row in rows)
    answers = subprocess.run([program], input=lines, capture_output=True, text=True, check=True).stdout
    equal = unmarked = tandem = numbered = 0
    for (fen, move, theirs), answer in zip(rows, answers.splitlines(), strict=True):
        columns = answer.split("\t")
        if len(columns) != 4 or columns[3] != move:
            print(f"{fen} {move}, {theirs} for pyffish: {answer}")
            continue
        ours = columns[0]
        tandem += ours[0].isdigit() or ours[1] in "+-"
        numbered += ours[0].isdigit()
        if ours == theirs:
            equal += 1
        elif is_mark_left_out(fen, move, ours, theirs):
            unmarked += 1
        else:
            print(f"{fen} {move}: {ours}, but pyffish writes {theirs}")
    print(
        f"{len(rows)} moves in {position_count} positions: {equal} texts equal, {unmarked} with a mark that "
        f"pyffish leaves out, {len(rows) - equal - unmarked} different; {tandem} moves of pieces in tandem, "
        f"{numbered} of them of numbered pawns"
    )
    sys.exit(equal + unmarked != len(rows))


if __name__ == "__main__":
    main()
