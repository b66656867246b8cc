"""Games of the program at mixed clocks against itself and others, in all three languages, by processes that live for thousands of games.

Every move of ours is judged by a board of its own (`tools/attack/board.py`), and every game once more by the program's rules in another process. The time of each
move is measured, and so is what the machine took away of it: how much longer than asked for a thread here slept, and for how long the engine did not compute while
no processor was idle. That is not charged. Findings are what a user would complain about: an illegal move, a move that is not there, a clock overstepped that
the machine does not explain, an engine that ends, hangs or, after its first hundred games, grows.
"""

import collections
import os
import random
import shutil
import threading
import time

from board import Board, random_game
from players import Gone, Ucci, Uci, Xboard

LANGUAGES = {"uci": Uci, "ucci": Ucci, "xboard": Xboard}
OTHERS = {"fairy-stockfish": Uci, "hoixiangqi": Xboard}
OPPONENTS = {"self": 5, "fairy-stockfish": 3, "hoixiangqi": 2}
# Weights and limits. Most are short, so that there are many games; where XBoard is spoken, depths stand for nodes.
LIMITS = [
    (40, {"nodes": 30}),
    (20, {"nodes": 200}),
    (10, {"depth": 2}),
    (16, {"base": 50, "increment": 2}),
    (5, {"base": 200, "increment": 5}),
    (1, {"base": 1000, "increment": 10}),
    (0.3, {"base": 3000, "increment": 0}),
    (5, {"movetime": 5}),
    (1.5, {"movetime": 20}),
    (0.3, {"movetime": 100}),
]
PLIES = [20, 40, 60, 80, 120, 200]
# Milliseconds that a move may be late without a word: what pipes and this program take.
MARGIN = 15
# KiB that a process may have at its end beyond what it had after this many games.
MAX_GROWTH = 24 << 10
SETTLED = 100
SLEEP = 0.01
TICK = 1000 / os.sysconf("SC_CLK_TCK")


class Watch:
    """A thread that sleeps ten milliseconds at a time: what it sleeps longer, the machine was busy."""

    def __init__(self):
        self.overslept = collections.deque(maxlen=1024)
        self.is_over = False
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while not self.is_over:
            began = time.monotonic()
            time.sleep(SLEEP)
            ended = time.monotonic()
            self.overslept.append((began, ended, 1000 * (ended - began - SLEEP)))

    def stalls(self, start, end):
        """Milliseconds overslept in the time between."""
        found = 0
        for began, ended, late in reversed(self.overslept.copy()):
            if ended <= start:
                break
            found += late if began < end else 0
        return found


def idle():
    """Milliseconds that the processors had nothing to do so far, all together."""
    with open("/proc/stat", "rb") as file:
        words = file.readline().split()
    return (int(words[4]) + int(words[5])) * TICK


class Referee:
    """The program's own rules, in a process that plays nothing."""

    def __init__(self, program):
        self.engine = Uci([program], "the referee", True)

    def agrees(self, moves, board):
        """Whether the rules come to the same position by these moves."""
        self.engine.say("position startpos moves " + " ".join(moves), "d")
        fen = self.engine.until("Fen:").split()[1:3]
        self.engine.forget()
        return fen == board.fen().split()[:2], " ".join(fen)


class Soak:
    """Games until there are enough."""

    def __init__(self, program, ledger, seed, margin=MARGIN):
        self.program = str(program)
        self.ledger = ledger
        self.seed = seed
        self.margin = margin
        self.watch = Watch()
        self.players = {}
        self.referee = Referee(self.program)
        self.settled = {}
        self.opponents = [name for name in OPPONENTS if name == "self" or shutil.which(name)]
        self.findings = 0

    def player(self, name, language, seat):
        """The process of this name, started if it is not there."""
        key = name, language, seat
        if key not in self.players:
            if name == "chuhe":
                options = {"uci": [("Hash", 4)], "ucci": [("hashsize", 4)], "xboard": [("Coordinates", "0-9")]}[language]
                player = LANGUAGES[language]([self.program], f"chuhe {language} {seat}", True, options=options)
            elif name == "fairy-stockfish":
                player = Uci([shutil.which(name)], name, False, 1, [("UCI_Variant", "xiangqi"), ("Hash", 4)])
            else:
                player = Xboard([shutil.which(name)], name, False)
            self.players[key] = player
            self.note_memory(player)
        return self.players[key]

    def note_memory(self, player):
        if not player.is_ours:
            return
        kib, descriptors = player.resident(), player.descriptors()
        self.ledger.write("memory", process=player.name, pid=player.process.pid, games=player.games, kib=kib, descriptors=descriptors)
        if player.games >= SETTLED:
            self.settled.setdefault(player.process.pid, (kib, descriptors))

    def check_growth(self, player):
        """Whether one of ours has at its end what it had after its first games."""
        if player.process.pid not in self.settled:
            return
        before, files_before = self.settled[player.process.pid]
        now, files = player.resident(), player.descriptors()
        if now > before + MAX_GROWTH or files > files_before:
            self.find(f"{player.name} grows: {before} KiB and {files_before} open files after {SETTLED} games, {now} and {files} after {player.games}")

    def find(self, what, **fields):
        self.findings += 1
        print(f"FOUND {what}", flush=True)
        self.ledger.write("finding", what=what, at=round(time.time()), **fields)

    def play(self, number):
        """One game, decided by its number and the seed but for what clocks do."""
        chance = random.Random(f"{self.seed} {number}")
        language = chance.choice(list(LANGUAGES))
        opponent = chance.choices(self.opponents, [OPPONENTS[name] for name in self.opponents])[0]
        limit = chance.choices([limit for _, limit in LIMITS], [weight for weight, _ in LIMITS])[0]
        if "nodes" in limit and (language == "xboard" or OTHERS.get(opponent) is Xboard):
            limit = {"depth": 1 if limit["nodes"] < 100 else 2}
        max_plies = chance.choice(PLIES)
        is_red = chance.random() < 0.5
        _, opening = random_game(chance, chance.randrange(2, 9))
        ours = self.player("chuhe", language, "one")
        other = self.player("chuhe", language, "two") if opponent == "self" else self.player(opponent, OTHERS[opponent].language, "one")
        game = Game(self, [ours, other] if is_red else [other, ours], limit, opening, max_plies)
        entry = {"number": number, "language": language, "opponent": opponent, "limit": limit, "red": is_red}
        began = time.monotonic()
        try:
            entry["end"] = game.play()
        except Gone as gone:
            entry["end"] = "gone"
            entry["said"] = str(gone)
            self.replace_gone([ours, other], str(gone), game)
        entry.update(game.figures(), seconds=round(time.monotonic() - began, 3), seed=self.seed)
        self.ledger.write("game", **entry)
        for player in (ours, other):
            player.forget()
            if player.games % SETTLED == 0 and player.process.poll() is None:
                self.note_memory(player)

    def replace_gone(self, pair, text, game):
        """An engine that is no longer there makes room for a new one. Only of ours it is a finding; the referee is ours."""
        if text.startswith(self.referee.engine.name):
            self.find(text, moves=game.moves)
            self.referee.engine.process.kill()
            self.referee.engine.process.wait()
            self.referee = Referee(self.program)
            return
        for key, player in list(self.players.items()):
            if player in pair and text.startswith(player.name):
                if player.is_ours:
                    self.find(text, moves=game.moves)
                player.process.kill()
                player.process.wait()
                del self.players[key]

    def close(self):
        self.watch.is_over = True
        for player in (*self.players.values(), self.referee.engine):
            if player.process.poll() is None and player is not self.referee.engine:
                self.note_memory(player)
                self.check_growth(player)
            try:
                code = player.quit()
                if player.is_ours and code != 0:
                    self.find(f"{player.name} ends with {code}")
            except Gone as gone:
                if player.is_ours:
                    self.find(str(gone))


class Game:
    """One game, and what its moves took."""

    def __init__(self, soak, sides, limit, opening, max_plies):
        self.soak = soak
        self.sides = sides
        self.limit = limit
        self.moves = list(opening)
        self.opening = len(opening)
        self.max_plies = max_plies
        self.board = Board()
        for move in opening:
            self.board.play(move)
        self.clocks = [limit.get("base", 0)] * 2
        self.seen = collections.Counter([self.board.fen()])
        self.our_moves = 0
        self.longest = 0
        self.late = []

    def play(self):
        for side, player in enumerate(self.sides):
            player.begin(self.moves, self.limit, side == 0)
        while True:
            ending = self.ply()
            if ending:
                break
        for player in self.sides:
            player.end()
        self.check_game()
        return ending

    def ply(self):
        """One move; how the game has ended, if it has."""
        side = 0 if self.board.red else 1
        player, other = self.sides[side], self.sides[1 - side]
        move = self.timed_move(side, player)
        if move is None:
            return self.without_move(player)
        if not self.is_legal(move):
            if player.is_ours:
                self.soak.find(f'{player.name} plays "{move}", which is not legal', moves=self.moves, said=player.said[-8:], heard=player.heard[-8:])
            return "illegal" if player.is_ours else "illegal (theirs)"
        self.board.play(move)
        self.moves.append(move)
        other.hear(move)
        if "base" in self.limit and self.clocks[side] <= 0:
            return "time" if player.is_ours else "time (theirs)"
        self.clocks[side] += self.limit.get("increment", 0)
        position = self.board.fen()
        self.seen[position] += 1
        if self.seen[position] >= 3:
            return "repetition"
        return "long" if len(self.moves) >= self.opening + self.max_plies else None

    def timed_move(self, side, player):
        """Asks for a move, and charges the clock with what it took but for what the machine took."""
        computed, idled = player.processor(), idle()
        began = time.monotonic()
        player.go(self.clocks)
        move = player.move()
        ended = time.monotonic()
        used = 1000 * (ended - began)
        computed, idled = player.processor() - computed, idle() - idled
        stall = max(used - computed - idled, self.soak.watch.stalls(began, ended), 0)
        if player.is_ours:
            self.note(player, side, used, stall, computed)
        self.clocks[side] -= max(0, used - stall) if "base" in self.limit else 0
        return move

    def note(self, player, side, used, stall, computed):
        self.our_moves += 1
        self.longest = max(self.longest, used)
        allowed = self.clocks[side] if "base" in self.limit else self.limit.get("movetime")
        if allowed is None or used <= allowed:
            return
        late = used - allowed
        self.late.append([round(late, 1), round(stall, 1)])
        if late > stall + self.soak.margin:
            self.soak.find(f"{player.name} is {late:.0f} ms late, of which the machine explains {stall:.0f}", limit=self.limit, allowed=round(allowed, 1),
                           used=round(used, 1), computed=round(computed, 1), ply=len(self.moves), heard=player.heard[-4:])

    def without_move(self, player):
        """An engine that gives no move: because there is none, because the game is over by the rules, or because it gives up."""
        legal = self.board.legal()
        claim = getattr(player, "claim", None)
        if not legal:
            return "mate"
        if not player.is_ours:
            return "given up (theirs)"
        # XBoard engines say so themselves; rules about repetition speak when a position is there again.
        if claim and (max(self.seen.values()) > 1 or len(self.moves) > 100 or len(self.board.pieces) <= 16):
            return "claim"
        self.soak.find(f"{player.name} gives no move ({claim}) with {len(legal)} legal ones", moves=self.moves, heard=player.heard[-8:])
        return "no move"

    def is_legal(self, move):
        if len(move) != 4 or move[0] not in "abcdefghi" or move[2] not in "abcdefghi" or not (move[1] + move[3]).isdigit():
            return False
        origin, target = (ord(move[0]) - 97, int(move[1])), (ord(move[2]) - 97, int(move[3]))
        piece = self.board.pieces.get(origin)
        if piece is None or piece.isupper() != self.board.red:
            return False
        return target in self.board.reach(*origin, piece.upper(), self.board.red) and self.board.is_safe(origin, target)

    def check_game(self):
        is_same, fen = self.soak.referee.agrees(self.moves, self.board)
        if not is_same:
            self.soak.find(f"the rules come to {fen}, this board to {self.board.fen()}", moves=self.moves)

    def figures(self):
        return {"plies": len(self.moves) - self.opening, "moves": self.our_moves, "longest_ms": round(self.longest, 1), "late": self.late}
