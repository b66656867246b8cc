"""Xiangqi for the referee: positions and legal moves, slow and independent of the program that is attacked."""

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
FILES = "abcdefghi"
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class Board:
    """Pieces on (file, rank), rank 0 at Red's side."""

    def __init__(self, fen=START):
        placement, side = fen.split()[:2]
        self.pieces = {}
        for down, row in enumerate(placement.split("/")):
            file = 0
            for sign in row:
                if sign.isdigit():
                    file += int(sign)
                else:
                    self.pieces[file, 9 - down] = sign
                    file += 1
        self.red = side == "w"

    def fen(self):
        rows = []
        for rank in range(9, -1, -1):
            row, gap = "", 0
            for file in range(9):
                piece = self.pieces.get((file, rank))
                if piece:
                    row += (str(gap) if gap else "") + piece
                    gap = 0
                else:
                    gap += 1
            rows.append(row + (str(gap) if gap else ""))
        return "/".join(rows) + (" w" if self.red else " b") + " - - 0 1"

    def legal(self):
        """The legal moves as text, such as h2e2."""
        return [text(*move) for move in self.pseudo(self.red) if self.is_safe(*move)]

    def is_safe(self, origin, target):
        """Whether the own king cannot be taken after a move."""
        before = self.pieces.get(target)
        self.pieces[target] = self.pieces.pop(origin)
        is_safe = not self.is_attacked(self.red)
        self.pieces[origin] = self.pieces.pop(target)
        if before:
            self.pieces[target] = before
        return is_safe

    def play(self, move):
        origin, target = squares(move)
        self.pieces[target] = self.pieces.pop(origin)
        self.red = not self.red

    def is_attacked(self, red):
        """Whether the king of a side can be taken, by a king across an open file as well."""
        king = next((square for square, piece in self.pieces.items() if piece == ("K" if red else "k")), None)
        if king is None:
            return True
        if any(target == king for _, target in self.pseudo(not red)):
            return True
        file, rank = king
        step = 1 if red else -1
        rank += step
        while 0 <= rank <= 9 and (file, rank) not in self.pieces:
            rank += step
        return self.pieces.get((file, rank)) == ("k" if red else "K")

    def pseudo(self, red):
        """Moves that may leave the own king to be taken."""
        found = []
        for (file, rank), piece in self.pieces.items():
            if piece.isupper() == red:
                found += [((file, rank), target) for target in self.reach(file, rank, piece.upper(), red)]
        return found

    def reach(self, file, rank, kind, red):
        """Where a piece can go."""
        for target in getattr(self, f"reach_{kind.lower()}")(file, rank, red):
            other = self.pieces.get(target)
            if 0 <= target[0] <= 8 and 0 <= target[1] <= 9 and (other is None or other.isupper() != red):
                yield target

    def reach_k(self, file, rank, red):
        return [(file + x, rank + y) for x, y in STRAIGHT if in_palace(file + x, rank + y, red)]

    def reach_a(self, file, rank, red):
        return [(file + x, rank + y) for x, y in DIAGONAL if in_palace(file + x, rank + y, red)]

    def reach_b(self, file, rank, red):
        own = range(0, 5) if red else range(5, 10)
        free = [(x, y) for x, y in DIAGONAL if (file + x, rank + y) not in self.pieces]
        return [(file + 2 * x, rank + 2 * y) for x, y in free if rank + 2 * y in own]

    def reach_n(self, file, rank, red):
        free = [(x, y) for x, y in STRAIGHT if (file + x, rank + y) not in self.pieces]
        return [(file + 2 * x + (y and s), rank + 2 * y + (x and s)) for x, y in free for s in (1, -1)]

    def reach_r(self, file, rank, red):
        return self.slide(file, rank, 0)

    def reach_c(self, file, rank, red):
        empty = [square for square in self.slide(file, rank, 0) if square not in self.pieces]
        return empty + [square for square in self.slide(file, rank, 1) if square in self.pieces]

    def slide(self, file, rank, leaps):
        """Squares along the lines, behind so many pieces, up to the next."""
        found = []
        for x, y in STRAIGHT:
            passed, square = 0, (file + x, rank + y)
            while 0 <= square[0] <= 8 and 0 <= square[1] <= 9:
                if passed == leaps:
                    found.append(square)
                passed += square in self.pieces
                if passed > leaps:
                    break
                square = (square[0] + x, square[1] + y)
        return found

    def reach_p(self, file, rank, red):
        ahead = [(file, rank + (1 if red else -1))]
        has_crossed = rank >= 5 if red else rank <= 4
        return ahead + ([(file - 1, rank), (file + 1, rank)] if has_crossed else [])


def in_palace(file, rank, red):
    return 3 <= file <= 5 and (0 <= rank <= 2 if red else 7 <= rank <= 9)


def text(origin, target):
    return f"{FILES[origin[0]]}{origin[1]}{FILES[target[0]]}{target[1]}"


def squares(move):
    return (FILES.index(move[0]), int(move[1])), (FILES.index(move[2]), int(move[3]))


def random_game(random, plies):
    """A game of random moves: the board after it, and its moves."""
    board, moves = Board(), []
    for _ in range(plies):
        tried = board.pseudo(board.red)
        random.shuffle(tried)
        move = next((text(*move) for move in tried if board.is_safe(*move)), None)
        if move is None:
            break
        moves.append(move)
        board.play(move)
    return board, moves
