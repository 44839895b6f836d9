"""Checks certificates of proofs for English draughts, after docs/proofs.md.

It needs Python 3.8 or later and nothing else: the rules are written here once more. The values of the databases come
from a file (position,value) or from one run of "zonda egdb probe". A file is refused, with exit status 1, unless its
claim is proven.
"""

import argparse
import csv
import hashlib
import json
import pathlib
import struct
import subprocess
import sys
import zlib

BLACK, WHITE = "B", "W"
COLORS = {"black": BLACK, "white": WHITE}
KINDS = ("b", "B", "w", "W")  # by the two bits of a code; "." is an empty square
FLAG_WIN, FLAG_WHITE_ATTACKS, FLAG_WHITE_TO_MOVE = 1, 2, 4


class Wrong(Exception):
    """What is wrong with a certificate, in a sentence."""


# A position is (board, side to move). A board is a string of 32 letters, for the squares 1 to 32.


def other(side):
    return WHITE if side == BLACK else BLACK


def turned(position):
    """The same position with the board turned and the colours exchanged."""
    board, side = position
    return board[::-1].translate(EXCHANGED), other(side)


EXCHANGED = str.maketrans("bBwW", "wWbB")


def squares_of(board, side):
    return [s for s in range(32) if board[s].upper() == side]


def fen(position):
    board, side = position
    lists = []
    for color in (WHITE, BLACK):
        pieces = [("K" if board[s].isupper() else "") + str(s + 1) for s in squares_of(board, color)]
        lists.append(color + ",".join(pieces))
    return ":".join([side] + lists)


def parse_fen(text):
    side, *lists = text.split(":")
    board = ["."] * 32
    for pieces in lists:
        for piece in filter(None, pieces[1:].split(",")):
            king = piece.startswith("K")
            letter = pieces[0] if king else pieces[0].lower()
            board[int(piece.lstrip("K")) - 1] = letter
    return "".join(board), side


# The rules.


def neighbour(square, down, right):
    """The square one step away on a diagonal, or None. Square 0 (printed 1) is at the top, Black's side."""
    row, place = divmod(square, 4)
    column = 2 * place + (1 if row % 2 == 0 else 0) + (1 if right else -1)
    row += 1 if down else -1
    return row * 4 + column // 2 if 0 <= row < 8 and 0 <= column < 8 else None


STEPS = {(s, d, r): neighbour(s, d, r) for s in range(32) for d in (False, True) for r in (False, True)}


def directions(piece):
    downs = {"b": (True,), "w": (False,)}.get(piece, (True, False))
    return [(down, right) for down in downs for right in (False, True)]


def crowned(piece, square):
    if piece == "b" and square >= 28 or piece == "w" and square < 4:
        return piece.upper()
    return piece


def after_move(board, side, origin, target, captured):
    cells = list(board)
    piece, cells[origin] = cells[origin], "."
    for square in captured:
        cells[square] = "."
    cells[target] = crowned(piece, target)
    return "".join(cells), other(side)


def captures_from(board, side, origin):
    """Sets of (target, captured squares) of the complete captures of a piece."""
    found, piece = set(), board[origin]

    def jump(at, taken):
        ended = True
        for down, right in directions(piece):
            over = STEPS[at, down, right]
            landing = None if over is None else STEPS[over, down, right]
            if landing is None or over in taken or board[over].upper() != other(side):
                continue
            if board[landing] != "." and landing != origin:
                continue
            ended = False
            if crowned(piece, landing) != piece:
                found.add((landing, taken | {over}))
            else:
                jump(landing, taken | {over})
        if ended and taken:
            found.add((at, taken))

    jump(origin, frozenset())
    return found


def legal_moves(position):
    """The legal moves (origin, target, captured squares) in the order of the format."""
    board, side = position
    own = squares_of(board, side)
    moves = [(s, target, taken) for s in own for target, taken in captures_from(board, side, s)]
    if not moves:
        for s in own:
            for down, right in directions(board[s]):
                target = STEPS[s, down, right]
                if target is not None and board[target] == ".":
                    moves.append((s, target, frozenset()))
    return sorted(moves, key=lambda m: (m[0], m[1], sum(1 << s for s in m[2])))


def successors(position):
    board, side = position
    return [after_move(board, side, *move) for move in legal_moves(position)]


# The file of a certificate.


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = CRC_TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def crc_row(value):
    for _ in range(8):
        value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value


CRC_TABLE = [crc_row(i) for i in range(256)]


def kind_bytes(squares):
    return (bin(squares).count("1") + 3) // 4


def decode_board(squares, kinds):
    """The board of a code: the squares taken and the bytes of the kinds."""
    board, values = ["."] * 32, [byte >> shift & 3 for byte in kinds for shift in (6, 4, 2, 0)]
    for square in range(32):
        if squares >> square & 1:
            board[square] = KINDS[values.pop(0)]
    board = "".join(board)
    if any(values):
        raise Wrong("bits behind the last piece are set")
    if squares == 0 or any(len(squares_of(board, side)) > 12 for side in (BLACK, WHITE)):
        raise Wrong("a wrong number of pieces")
    if any(crowned(board[s], s) != board[s] for s in range(32)):
        raise Wrong("a man on the row where he is crowned")
    return board


class Columns:
    """Reads the body of a file."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if self.at + count > len(self.data):
            raise Wrong("the body is cut short")
        self.at += count
        return self.data[self.at - count:self.at]

    def varint(self):
        value, shift = 0, 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        if value >= 1 << 32:
            raise Wrong("a number of more than 32 bits")
        return value


class Certificate:
    def __init__(self, data):
        if data[:8] != b"zondaPRF" or len(data) < 38:
            raise Wrong("not a certificate")
        if struct.unpack("<I", data[-4:])[0] != crc32c(data[:-4]):
            raise Wrong("the checksum is wrong")
        version, flags, self.pieces, self.sum, squares, kinds, count, length = struct.unpack("<HBBI4s6sII", data[8:34])
        if version != 1 or flags > 7:
            raise Wrong("version %d, flags %d" % (version, flags))
        squares = int.from_bytes(squares, "big")
        kinds, padding = kinds[:kind_bytes(squares)], kinds[kind_bytes(squares):]
        if any(padding):
            raise Wrong("bits behind the last piece are set")
        self.win = bool(flags & FLAG_WIN)
        self.root = decode_board(squares, kinds), WHITE if flags & FLAG_WHITE_TO_MOVE else BLACK
        self.attacker = WHITE if flags & FLAG_WHITE_ATTACKS else BLACK
        self.chooser = BLACK if self.win else WHITE
        self.entries = self.read_entries(self.inflate(data[34:-4], length), count)

    @staticmethod
    def inflate(data, length):
        stream = zlib.decompressobj(-15)
        try:
            body = stream.decompress(data, length + 1)
        except zlib.error as error:
            raise Wrong("the body is damaged: %s" % error)
        if len(body) != length or not stream.eof or stream.unused_data:
            raise Wrong("the body has a wrong length")
        return body

    def read_entries(self, body, count):
        """A dictionary of positions, each with the index of its move and its rank."""
        columns, squares, last = Columns(body), [], 0
        for _ in range(count):
            last += columns.varint()
            squares.append(last)
        if last >= 1 << 32:
            raise Wrong("squares that are not on the board")
        codes = [(s, columns.take(kind_bytes(s))) for s in squares]
        if any(a >= b for a, b in zip(codes, codes[1:])):
            raise Wrong("the entries are out of order")
        moves = columns.take(count)
        ranks = [columns.varint() if self.win else 0 for _ in range(count)]
        if columns.at != len(body):
            raise Wrong("the body is too long")
        return {(decode_board(*code), self.chooser): (move, rank) for code, move, rank in zip(codes, moves, ranks)}

    def turned_root(self):
        return self.root if self.attacker == BLACK else turned(self.root)

    def claim(self):
        names = {BLACK: "Black", WHITE: "White"}
        return "%s %s force a win from %s" % (names[self.attacker], "can" if self.win else "cannot", fen(self.root))


# The proof. Positions are turned so that Black attacks.


class Checker:
    def __init__(self, probe):
        self.probe = probe  # a function: a list of FENs -> a dictionary of "win", "loss" or "draw"
        self.proven = {}  # roots of the certificates that were right: is it a win?

    def check(self, certificate):
        """Raises Wrong unless the certificate proves its claim."""
        c = certificate
        needs = [(c.turned_root(), None, "the root")]
        for position, (index, rank) in c.entries.items():
            moves = legal_moves(position)
            if index >= len(moves):
                raise Wrong("%s has no move %d" % (fen(position), index))
            needs.append((after_move(*position, *moves[index]), rank, "the entry " + fen(position)))
        # Known positions are looked up together, because a process that answers them starts slowly.
        open_needs = self.unless_known(c, needs)
        replies = []
        for position, bound, whose in open_needs:
            if position[1] == c.chooser:
                self.require_entry(c, position, bound, whose)
            else:
                replies += [(after, bound, whose) for after in successors(position)]
        for position, bound, whose in self.unless_known(c, replies):
            self.require_entry(c, position, bound, whose)
        if self.proven.setdefault(c.turned_root(), c.win) != c.win:
            raise Wrong("a certificate before this one proves the contrary")

    def unless_known(self, c, needs):
        """The needs whose positions are not known. Raises Wrong if a known value contradicts the claim."""
        ends = {p: self.end(p) for p, _, _ in needs}
        asked = {p for p in ends if ends[p] is None and 32 - p[0].count(".") <= c.pieces}
        values = self.probe([fen(p) for p in sorted(asked)])
        left = []
        for position, bound, whose in needs:
            win = ends[position]
            if position in asked:
                win = values.get(fen(position)) == ("win" if position[1] == BLACK else "loss")
                if values.get(fen(position)) not in ("win", "loss", "draw"):
                    raise Wrong("no value of " + fen(position))
            elif win is None:
                win = self.proven.get(position)
            if win is None:
                left.append((position, bound, whose))
            elif win != c.win:
                raise Wrong("%s leads to %s, which is known to be the contrary" % (whose, fen(position)))
        return left

    @staticmethod
    def end(position):
        """Whether Black has won, None if the game goes on."""
        board, side = position
        if not squares_of(board, other(side)):
            return side == BLACK
        if not legal_moves(position):
            return side == WHITE
        return None

    @staticmethod
    def require_entry(c, position, bound, whose):
        entry = c.entries.get(position)
        if entry is None:
            raise Wrong("%s leads to %s, which is neither known nor an entry" % (whose, fen(position)))
        if c.win and bound is not None and entry[1] >= bound:
            raise Wrong("%s leads to %s, whose rank is not lower" % (whose, fen(position)))


def probe_from_file(name):
    with open(name, newline="") as file:
        values = {row["position"]: row["value"] for row in csv.DictReader(file)}
    return lambda fens: values


def probe_by_program(program, directory):
    arguments = [program, "egdb", "probe"] + (["--egdb", directory] if directory else [])

    def probe(fens):
        if not fens:
            return {}
        done = subprocess.run(arguments, input="\n".join(fens), stdout=subprocess.PIPE, check=True, universal_newlines=True)
        return dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())

    return probe


def check_file(checker, path):
    certificate = Certificate(path.read_bytes())
    checker.check(certificate)
    return [certificate.claim()]


def check_directory(checker, path):
    manifest = json.loads((path / "manifest.json").read_text())
    for proof in manifest["proofs"]:
        data = (path / proof["file"]).read_bytes()
        if hashlib.sha256(data).hexdigest() != proof["sha256"]:
            raise Wrong("%s has another hash" % proof["file"])
        checker.check(Certificate(data))
    for goal in manifest["goals"]:
        root = parse_fen(goal["position"])
        if COLORS[goal["attacker"]] == WHITE:
            root = turned(root)
        if checker.proven.get(root) != goal["win"]:
            raise Wrong("no certificate proves the goal %s" % json.dumps(goal))
    return [json.dumps(goal) for goal in manifest["goals"]]


def main():
    parser = argparse.ArgumentParser(description="Checks a certificate, or a directory of certificates.")
    parser.add_argument("path", type=pathlib.Path)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--values", help="a file of positions and values, from zonda prove check --leaves")
    source.add_argument("--zonda", help="the program zonda, which is asked for values")
    parser.add_argument("--egdb", help="a directory with databases for zonda")
    options = parser.parse_args()
    probe = probe_from_file(options.values) if options.values else probe_by_program(options.zonda, options.egdb)
    check = check_directory if options.path.is_dir() else check_file
    try:
        for claim in check(Checker(probe), options.path):
            print("proven:", claim)
    except (Wrong, OSError, ValueError, KeyError) as error:
        sys.exit("not proven: %s: %s" % (options.path, error))


if __name__ == "__main__":
    main()
