"""Functions over many positions, and data sets: equal to asking one by one."""

import random
import struct
import zlib

import chuhe
import numpy as np
import pytest
from chuhe import data


@pytest.fixture(scope="module")
def boards():
    chance = random.Random(7)
    found = []
    for _ in range(20):
        board = chuhe.Board()
        while not board.is_game_over() and board.ply() < 80:
            board.push(chance.choice(board.legal_moves))
            found.append(board.copy(stack=False))
    return found


def test_one_by_one_and_all_at_once(boards):
    positions = chuhe.Positions(boards)
    codes, starts = chuhe.legal_moves_many(positions)
    assert codes.dtype == np.uint16 and starts.dtype == np.int64 and len(starts) == len(boards) + 1
    for index, board in enumerate(boards):
        moves = codes[starts[index] : starts[index + 1]]
        assert [chuhe.Move.from_code(int(code)) for code in moves] == list(board.legal_moves)
    scores = chuhe.evaluate_many(positions, threads=1)
    with chuhe.Engine() as engine:
        assert scores.tolist() == [engine.evaluate(board).relative.score() for board in boards]
    assert len(positions) == len(boards) and positions[-1].fen().split()[:2] == boards[-1].fen().split()[:2]


def test_what_positions_can_be_made_of(boards):
    fens = [board.fen() for board in boards]
    packed = chuhe.Positions(boards).packed()
    assert packed.shape == (len(boards), 28) and packed.dtype == np.uint8
    expected = chuhe.evaluate_many(boards)
    for given in (fens, packed, packed.copy(order="F"), iter(boards), tuple(fens), chuhe.Positions(packed)):
        assert np.array_equal(chuhe.evaluate_many(given), expected)
    many = np.tile(packed, (20, 1))
    assert np.array_equal(chuhe.evaluate_many(many, threads=2), np.tile(expected, 20)), "in order over threads"
    one, two = (chuhe.legal_moves_many(many, threads=threads) for threads in (1, 2))
    assert all(np.array_equal(a, b) for a, b in zip(one, two))
    assert not np.array_equal(chuhe.evaluate_many(boards, classical=True), expected)
    assert len(chuhe.evaluate_many([])) == 0 and chuhe.legal_moves_many([])[1].tolist() == [0]


def test_the_arrays_are_not_copies(boards):
    codes, _ = chuhe.legal_moves_many(boards)
    assert codes.base is not None and codes.flags.writeable, "NumPy holds the memory that Rust filled"
    codes[0] = 0


def test_refusals(boards):
    with pytest.raises(TypeError, match="item 1 is a int"):
        chuhe.evaluate_many([boards[0], 3])
    with pytest.raises(TypeError, match="one text"):
        chuhe.evaluate_many(chuhe.STARTING_FEN)
    with pytest.raises(chuhe.InvalidFenError, match="nonsense"):
        chuhe.legal_moves_many(["nonsense"])
    with pytest.raises(ValueError, match="row 0 is not a position"):
        chuhe.evaluate_many(np.zeros((1, 28), np.uint8))
    with pytest.raises(ValueError, match="rows of 5 bytes"):
        chuhe.evaluate_many(np.zeros((1, 5), np.uint8))
    with pytest.raises(ValueError, match="threads is 0"):
        chuhe.evaluate_many(boards, threads=0)
    with pytest.raises(chuhe.EngineError, match="nowhere.net"):
        chuhe.evaluate_many(boards, network="nowhere.net")
    with pytest.raises(ValueError, match="1, 3 or 6"):
        chuhe.network_inputs_many(boards, king_buckets=2)


def test_planes(boards):
    planes = chuhe.planes_many(boards)
    assert planes.shape == (len(boards), 14, 10, 9) and planes.dtype == np.uint8
    for picture, board in zip(planes, boards):
        array = board.array() if board.turn else -board.array()[::-1]
        for kind in range(1, 8):
            assert np.array_equal(picture[kind - 1], array == kind) and np.array_equal(picture[kind + 6], array == -kind)


def test_network_inputs(boards):
    for buckets in (1, 3, 6):
        inputs = chuhe.network_inputs_many(boards, king_buckets=buckets)
        assert inputs.shape == (len(boards), 2, 32) and inputs.max() < 1260 * buckets
        counts = [len(board.piece_map()) for board in boards]
        assert (inputs >= 0).sum(axis=2).tolist() == [[count, count] for count in counts]


def test_data_sets(tmp_path, boards):
    scores = chuhe.evaluate_many(boards).clip(-2000, 2000)
    records = data.records(boards, scores, np.arange(len(boards)) % 3, 20)
    for wrong, words in (
        ({"results": [0.5]}, "results has 0.5; it must have whole numbers from 0 to 2"),
        ({"results": [7]}, "results has 7"),
        ({"scores": [99_999]}, "scores has 99999"),
        ({"scores": [1, 2]}, "there are 1 positions"),
    ):
        with pytest.raises(ValueError, match=words):
            data.records(boards[:1], **{"scores": [0], "results": [1], **wrong})
    with pytest.raises(FileNotFoundError, match="no such place"):
        data.open_positions(tmp_path / "no such place")
    path = tmp_path / "positions.bin"
    assert data.write_positions(path, records) == len(boards)
    mapped = data.open_positions(path)
    assert isinstance(mapped, np.memmap) and np.array_equal(mapped, records)
    assert np.array_equal(chuhe.evaluate_many(mapped["board"]).clip(-2000, 2000), scores), "a view into the file"
    with pytest.raises(FileExistsError):
        data.write_positions(path, records)
    seen = 0
    for inputs, targets, results in data.batches(mapped, 64, shuffle=1):
        assert inputs.shape[1:] == (14, 10, 9) and targets.dtype == results.dtype == np.float32
        assert set(np.unique(results)) <= {0, 0.5, 1}
        seen += len(inputs)
    assert seen == len(boards)
    assert next(data.batches(mapped, 8, kind="inputs"))[0].shape == (8, 2, 32)
    spoilt = bytearray(path.read_bytes())
    spoilt[100] ^= 1
    path.write_bytes(spoilt)
    with pytest.raises(chuhe.DataError):
        data.open_positions(path)
    path.write_bytes(b"something else")
    with pytest.raises(chuhe.DataError, match="CHUHEPOS"):
        data.open_positions(path)
    with pytest.raises(chuhe.DataError, match="CHUHEGAM"):
        data.read_archive(path)
    bad = records.copy()
    bad["result"][3] = 7
    with pytest.raises(chuhe.DataError, match="row 3"):
        data.write_positions(tmp_path / "bad", bad)
    assert not (tmp_path / "bad").exists()


def archive(board, scores, result):
    """The bytes of an archive with one game, put together by its layout."""
    packed = chuhe.Positions([board.root()]).packed().tobytes()
    frame = b"GM" + struct.pack("<HI", len(scores), 7) + packed + struct.pack("<HHBB", 0, 1, result, 7)
    for move, score in zip(board.move_stack, scores):
        frame += struct.pack("<Hh", move.code, score)
    body = struct.pack("<QQB", 5, 1000, 4) + b"test" + struct.pack("<H", 5) + b"words"
    header = b"CHUHEGAM" + struct.pack("<HH", 1, len(body)) + body
    return b"".join(part + struct.pack("<I", zlib.crc32(part)) for part in (header, frame))


def test_archives(tmp_path):
    board = chuhe.Board()
    board.push_many(["h2e2", "h9g7", "h0g2", "i9h9", "e2e6"])
    path = tmp_path / "games.bin"
    path.write_bytes(archive(board, [10, -20, 30, -40, 50], 2))
    assert data.archive_header(path) == {"seed": 5, "nodes": 1000, "evaluation": "test", "settings": "words"}
    records = data.read_archive(path, min_ply=0, allow_captures=True)
    assert records["score"].tolist() == [10, -20, 30, -40, 50] and records["ply"].tolist() == [0, 1, 2, 3, 4]
    assert records["result"].tolist() == [2, 0, 2, 0, 2], "for the side to move"
    positions = chuhe.Positions(np.ascontiguousarray(records["board"]))
    walk = chuhe.Board()
    for position, move in zip(positions, board.move_stack):
        assert position.key() == walk.key()
        walk.push(move)
    assert len(data.read_archive(path, min_ply=0)) == 4, "the capture is left out"
    assert len(data.read_archive(path)) == 0 and len(data.read_archive(path, min_ply=0, limit=2)) == 2
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(chuhe.DataError, match="cut off"):
        data.read_archive(path)


def test_a_length_that_is_not_true_is_not_relied_on():
    class Long:
        def __len__(self):
            return 2**55

        def __iter__(self):
            return iter([chuhe.STARTING_FEN])

    assert len(chuhe.Positions(Long())) == 1
