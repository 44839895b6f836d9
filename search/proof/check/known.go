package check

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/reference"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Known answers positions by the endgame databases. An *egdb.DB is one.
type Known interface {
	// Probe returns the value of a position for its side to move, board.Unknown if there is none.
	Probe(p board.Position) board.Result
	// Complete returns the largest number n such that every position of at most n pieces has a value.
	Complete() int
	// Sum returns a checksum of the values of all positions of up to this number of pieces.
	Sum(pieces int) uint32
}

// checkLeaves returns an error unless the databases are those of the leaves.
func checkLeaves(leaves certificate.Leaves, known Known) error {
	if complete := known.Complete(); leaves.Pieces > complete {
		return fmt.Errorf("the lines end at databases of %d pieces, and the databases here have %d", leaves.Pieces, complete)
	}
	if sum := known.Sum(leaves.Pieces); sum != leaves.Sum {
		return fmt.Errorf("the lines end at databases of %d pieces with the sum %08x, and the databases here have the sum %08x",
			leaves.Pieces, leaves.Sum, sum)
	}
	return nil
}

// value returns the value of a position whose moves are given for its side to move, and where the value comes from. The
// value is board.Unknown if the position is neither the end of a game nor a leaf.
func value(p board.Position, moves []step, leaves certificate.Leaves, known Known) (board.Result, string, error) {
	const theRules = "the rules"
	switch {
	case p.Side(p.Turn.Opponent()) == 0:
		return board.Win, theRules, nil
	case len(moves) == 0: // also if the side to move has no pieces
		return board.Loss, theRules, nil
	case p.Pieces() > leaves.Pieces:
		return board.Unknown, "", nil
	}
	v := known.Probe(p)
	if v == board.Unknown {
		return v, "", fmt.Errorf("the databases have no value of %v", p)
	}
	return v, "the databases", nil
}

// Leaves is a Known that remembers the values it is asked for, so that another program can check the same certificates
// without the databases. It is for one check at a time.
type Leaves struct {
	Known
	values map[board.Position]board.Result
}

// NewLeaves returns a Known that asks another one.
func NewLeaves(known Known) *Leaves { return &Leaves{known, map[board.Position]board.Result{}} }

// Probe returns the value of p and remembers it.
func (l *Leaves) Probe(p board.Position) board.Result {
	v := l.Known.Probe(p)
	l.values[p] = v
	return v
}

// Write writes a line with the FEN of each position and its value for the side to move, as CSV, in the order of the
// lines.
func (l *Leaves) Write(w io.Writer) error {
	rows := make([][]string, 0, len(l.values))
	for p, v := range l.values {
		rows = append(rows, []string{p.FEN(), v.String()})
	}
	slices.SortFunc(rows, slices.Compare)
	return csv.NewWriter(w).WriteAll(append([][]string{{"position", "value"}}, rows...))
}

// Directory checks the certificates of a directory with a manifest, in the order of the manifest, each with the roots of
// those before it as known positions, and that they prove the goals. The error names the file that is wrong. It is the
// error of the context when that ends.
func Directory(ctx context.Context, name string, known Known, o Options) (Report, error) {
	m, err := certificate.ReadManifest(name)
	if err != nil {
		return Report{}, err
	}
	k := newChecker(ctx, known, o)
	k.report.Program, k.report.Goals = m.Program, m.Goals
	k.progress.Certificates = len(m.Proofs)
	if err := k.chain(name, m); err != nil {
		return k.report, err
	}
	return k.report, k.goals(m.Goals)
}

// chain checks the certificates of a manifest.
func (k *checker) chain(directory string, m *certificate.Manifest) error {
	if err := checkLeaves(m.Database, k.known); err != nil {
		return fmt.Errorf("%s: %w", certificate.ManifestName, err)
	}
	for _, p := range m.Proofs {
		c, err := m.Read(directory, p)
		if err != nil {
			return err
		}
		if c.Leaves.Pieces > m.Database.Pieces {
			return fmt.Errorf("%s: its lines end at %d pieces, and the manifest says %d", p.File, c.Leaves.Pieces, m.Database.Pieces)
		}
		if err := k.certificate(c); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(directory, p.File), err)
		}
	}
	return nil
}

// goals returns an error unless every goal is the claim of a certificate that was right.
func (k *checker) goals(goals []certificate.Claim) error {
	for _, g := range goals {
		win, proven := k.proven[g.Turned().Position]
		if !proven || win != g.Win {
			return fmt.Errorf("no certificate proves the goal that %v", g)
		}
	}
	return nil
}

// Check returns an error unless the certificate proves its claim with the databases given. The error names the first bad
// entry with its position and what is wrong with it. In the positions that it names the attacker is Black.
func Check(c *certificate.Certificate, known Known) error {
	_, err := Certificate(context.Background(), c, known, Options{})
	return err
}

// Certificate is Check with options. It returns the error of the context when that ends.
func Certificate(ctx context.Context, c *certificate.Certificate, known Known, o Options) (Report, error) {
	k := newChecker(ctx, known, o)
	k.progress.Certificates, k.report.Goals = 1, []certificate.Claim{c.Claim}
	err := k.certificate(c)
	return k.report, err
}

// proof is a certificate that is being checked.
type proof struct {
	*checker
	*certificate.Certificate
}

// root checks the root: the claim follows from the entries.
func (p proof) root() error {
	root := p.Claim.Turned().Position
	if err := root.Check(); err != nil {
		return fmt.Errorf("root %v: %w", root, err)
	}
	if err := p.holds(root, math.MaxUint64); err != nil {
		return fmt.Errorf("root %v%s: %w", root, p.turning(), err)
	}
	return nil
}

// turning returns what an error adds to a position that is not as the user knows it.
func (p proof) turning() string {
	if p.Claim.Attacker == board.White {
		return " (turned, so that Black attacks)"
	}
	return ""
}

// entry checks an entry: after its move, the claim follows from the entries of lower rank.
func (p proof) entry(e certificate.Entry) error {
	if err := e.Position.Check(); err != nil {
		return err
	}
	if e.Position.Turn != p.Chooser() {
		return fmt.Errorf("%v is to move", e.Position.Turn)
	}
	for _, s := range steps(e.Position) {
		if s.move == e.Move {
			if err := p.holds(s.after, uint64(e.Rank)); err != nil {
				return fmt.Errorf("after %s: %w", moveText(e.Move), err)
			}
			return nil
		}
	}
	return fmt.Errorf("its move %s is not legal", moveText(e.Move))
}

// moveText returns a move by its origin and destination; it may be illegal.
func moveText(m board.Move) string {
	if m.IsCapture() {
		return m.From.String() + "x" + m.To.String()
	}
	return m.From.String() + "-" + m.To.String()
}

// holds returns an error unless the claim holds in a position, because its value is known, because it is an entry of
// lower rank than bound, or because the claim holds after all moves of the side that has no choice. Ranks do not matter
// if the claim is that there is no win.
func (p proof) holds(position board.Position, bound uint64) error {
	moves := steps(position)
	isWin, source, err := p.win(position, moves)
	switch {
	case err != nil:
		return err
	case source != "" && isWin == p.Claim.Win:
		return nil
	case source != "":
		return fmt.Errorf("%v is %s by %s", position, map[bool]string{true: "a win", false: "no win"}[isWin], source)
	case position.Turn == p.Chooser():
		return p.listed(position, bound)
	}
	for _, s := range moves {
		if err := p.holds(s.after, bound); err != nil {
			return fmt.Errorf("reply %s: %w", moveText(s.move), err)
		}
	}
	return nil
}

// win reports whether the attacker wins from a position that is known, and from where it is known. The source is empty
// if the position is not known.
func (p proof) win(position board.Position, moves []step) (isWin bool, source string, err error) {
	v, source, err := value(position, moves, p.Leaves, p.known)
	if err != nil {
		return false, "", err
	}
	if v != board.Unknown {
		return certificate.KnownWin(position, board.Black, v), source, nil
	}
	if isWin, proven := p.proven[position]; proven {
		return isWin, "a certificate", nil
	}
	return false, "", nil
}

// listed returns an error unless a position is an entry of lower rank than bound.
func (p proof) listed(position board.Position, bound uint64) error {
	e, found := p.Find(position)
	switch {
	case !found:
		return fmt.Errorf("%v is neither known nor an entry", position)
	case p.Claim.Win && uint64(e.Rank) >= bound:
		return fmt.Errorf("%v has rank %d, which is not below %d", position, e.Rank, bound)
	}
	return nil
}

// step is a legal move with the position after it.
type step struct {
	move  board.Move
	after board.Position
}

// steps returns the legal moves of p by the reference rules. A capture along two paths comes twice.
func steps(p board.Position) (all []step) {
	for _, m := range toReference(p).Moves() {
		s := step{board.Move{From: board.Square(m.From()), To: board.Square(m.To())}, fromReference(m.After)}
		for _, square := range m.Captured {
			s.move.Captured |= board.Square(square).Bit()
		}
		all = append(all, s)
	}
	return all
}

func toReference(p board.Position) reference.Position {
	var pieces [reference.Squares]byte
	for i := range pieces {
		pieces[i] = symbol(p, board.Square(i))
	}
	turn := byte('b')
	if p.Turn == board.White {
		turn = 'w'
	}
	return reference.New(pieces, turn)
}

// symbol returns what stands on a square, as package reference writes it.
func symbol(p board.Position, s board.Square) byte {
	symbols := [2]byte{'b', 'w'}
	if p.Kings.Has(s) {
		symbols = [2]byte{'B', 'W'}
	}
	switch {
	case p.Black.Has(s):
		return symbols[board.Black]
	case p.White.Has(s):
		return symbols[board.White]
	}
	return '.'
}

func fromReference(r reference.Position) (p board.Position) {
	for i, piece := range r.Pieces() {
		square := board.Square(i).Bit()
		switch piece {
		case 'b':
			p.Black |= square
		case 'B':
			p.Black |= square
			p.Kings |= square
		case 'w':
			p.White |= square
		case 'W':
			p.White |= square
			p.Kings |= square
		}
	}
	if r.Turn() == 'w' {
		p.Turn = board.White
	}
	return p
}
