package openings

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Opening is a position to begin a game from, with the moves that lead to it.
type Opening struct {
	ID     string         // unique in its suite: the number of the ballot, or the place in the file
	Name   string         // "" if it has none
	Start  board.Position // the position before the first move
	Moves  []board.Move
	Barred bool   // not used in tournaments: it loses by force
	Proven string // what the papers of 2007 prove: "draw", "no win" of Black, or "" for nothing
}

// Game returns a new game that stands at the end of the opening.
func (o Opening) Game() *board.Game {
	g := board.NewGame(o.Start)
	for _, m := range o.Moves {
		g.Play(m)
	}
	return g
}

// Lot returns a number without a pattern that depends on nothing but the position at the end of the opening. Mirror images
// have the same number.
func (o Opening) Lot() uint64 {
	p := o.Game().Position()
	if p.Turn == board.White {
		p = p.Mirror()
	}
	sum := sha256.Sum256([]byte(p.FEN()))
	return binary.BigEndian.Uint64(sum[:])
}

// String returns the moves, "9-13 21-17 5-9". If the moves do not begin at the usual
// start, the FEN stands before them.
func (o Opening) String() string {
	moves := o.Start.LineText(o.Moves)
	switch {
	case o.Start == board.Start() && moves != "":
		return moves
	case moves == "":
		return o.Start.FEN()
	}
	return o.Start.FEN() + " " + moves
}

// check returns an error if no game can begin with the opening.
func (o Opening) check() error {
	if ended, over := o.Game().Outcome(); over {
		return fmt.Errorf("the game is over after %s: %s", board.Quote(o.String()), ended.By)
	}
	return nil
}

// Roots returns the starting position and the positions after the openings. Books and walks begin there.
func Roots(openings []Opening) []board.Position {
	roots := []board.Position{board.Start()}
	for _, o := range openings {
		roots = append(roots, o.Game().Position())
	}
	return roots
}

// Meeting returns how many openings lead to a position to which an earlier one leads, and the first such pair.
func Meeting(openings []Opening) (count int, earlier, later Opening) {
	seen := map[board.Position]Opening{}
	for _, o := range openings {
		p := o.Game().Position()
		first, met := seen[p]
		if !met {
			seen[p] = o
			continue
		}
		if count++; count == 1 {
			earlier, later = first, o
		}
	}
	return count, earlier, later
}

// parseOpening reads a FEN and plays moves from there. If the FEN is empty, the position is the
// usual start.
func parseOpening(fen string, moves []string) (Opening, error) {
	o := Opening{Start: board.Start()}
	if fen == "" && len(moves) == 0 {
		return o, errors.New("the opening has neither moves nor a position")
	}
	if fen != "" {
		start, err := board.ParseFEN(fen)
		if err != nil {
			return o, err
		}
		o.Start = start
	}
	g := board.NewGame(o.Start)
	if err := g.PlayText(moves...); err != nil {
		return o, err
	}
	o.Moves = g.Moves()
	return o, o.check()
}

// ReadPDN reads openings from games in PDN, as CheckerBoard does: play begins at the last
// position of each game, where neither side may have won. It calls tell with what is to be said about the text of the games. The error
// names the game and the first wrong line.
func ReadPDN(name string, r io.Reader, tell func(pdn.Remark)) ([]Opening, error) {
	var openings []Opening
	for g, err := range pdn.NewReader(r).Told(tell) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		o := Opening{ID: strconv.Itoa(len(openings) + 1), Name: g.Tags.Get("Event"), Start: g.Start, Moves: g.History().Moves()}
		if err := o.check(); err != nil {
			return nil, fmt.Errorf("%s: game %s: %w", name, o.ID, err)
		}
		openings = append(openings, o)
	}
	return openings, nil
}

// barredStatus is the value of the column status for an opening that is not in play.
const barredStatus = "lost"

// ReadCSV reads openings from a CSV file with a header; commas, semicolons or tabs stand between its values. The file needs the
// column moves, with blanks between the moves, or the column fen. If it has both, the moves are played
// from the FEN. The column no (or id) holds the number of an opening, and name its name;
// status is "lost" for a barred opening, and proven "Draw" or "<=Draw" what is proven of it. Other columns, and lines that begin with '#',
// are ignored. The error names the first wrong line.
func ReadCSV(name string, r io.Reader) ([]Opening, error) {
	var openings []Opening
	for row, err := range file.Records(name, r, []string{"moves", "fen"}) {
		if err != nil {
			return nil, err
		}
		o, err := parseOpening(row.Values["fen"], board.MoveWords(row.Values["moves"]))
		if row.Surplus {
			err = errors.New("more values than the header has: one with commas needs quotes")
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, row.Line, err)
		}
		o.ID, o.Name = cmp.Or(row.Values["no"], row.Values["id"], strconv.Itoa(len(openings)+1)), row.Values["name"]
		o.Barred = strings.EqualFold(row.Values["status"], barredStatus)
		o.Proven = map[string]string{"draw": "draw", "<=draw": "no win"}[strings.ToLower(row.Values["proven"])]
		openings = append(openings, o)
	}
	if err := checkIDs(openings); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return openings, nil
}

// checkIDs returns an error unless there are openings and all their IDs are different.
func checkIDs(openings []Opening) error {
	if len(openings) == 0 {
		return errNoOpenings
	}
	seen := map[string]bool{}
	for _, o := range openings {
		if seen[o.ID] {
			return fmt.Errorf("two openings have the number %s", board.Quote(o.ID))
		}
		seen[o.ID] = true
	}
	return nil
}

var errNoOpenings = errors.New("there are no openings in it")

// reader reads the opening suite of a name. Its errors begin with the name.
type reader func(name string, r io.Reader) ([]Opening, error)

// builtIn lists the opening suites in the program: their names, their files and the functions that read the files.
var builtIn = []struct {
	name, file string
	read       reader
}{
	{"2move", "ballots2.csv", ReadCSV},        // 49 openings, 6 of them barred
	{"3move", "ballots3.csv", ReadCSV},        // 174 openings, 18 of them barred
	{"wide", "wide.csv", ReadCSV},             // level positions two plies after a ballot; see docs/match.md
	{"11man", "eleven.csv", readElevenScores}, // 3,957 ballots, 929 of them barred; see docs/match.md
	{"edge", "edge.csv", ReadCSV},             // 2,220 positions in which one side is better; 430 are held out; see docs/match.md
	{heldOutName, "edge.csv", readHeldOut},
}

// heldOutName is the name of the opening suite of the positions of "edge" that are held out, which are one in heldShare.
const (
	heldOutName = "edge-heldout"
	heldShare   = 5
)

func readHeldOut(name string, r io.Reader) ([]Opening, error) {
	suite, err := ReadCSV(name, r)
	return slices.DeleteFunc(suite, func(o Opening) bool { return o.Lot()%heldShare != 0 }), err
}

// heldOut returns the positions that are held out, and their mirror images.
var heldOut = sync.OnceValue(func() map[board.Position]bool {
	suite, err := Open(heldOutName, true)
	if err != nil {
		panic(err) // the file is in the program
	}
	held := map[board.Position]bool{}
	for _, o := range suite {
		p := o.Game().Position()
		held[p], held[p.Mirror()] = true, true
	}
	return held
})

// HeldOut reports whether p, or its mirror image, is a position of the opening suite "edge-heldout": nothing may learn from it, so
// that games which begin there judge what was learned.
func HeldOut(p board.Position) bool { return p.Kings == 0 && heldOut()[p] }

// ToLearnFrom returns the openings of a suite that are not held out. It is an error if no opening is left.
func ToLearnFrom(suite []Opening) ([]Opening, error) {
	kept := slices.DeleteFunc(slices.Clone(suite), func(o Opening) bool { return HeldOut(o.Game().Position()) })
	if len(kept) == 0 {
		return nil, errors.New("all openings are held out: nothing may learn from them")
	}
	return kept, nil
}

// namedLines are the ballots with a name, and the lines of names.csv.
var namedLines = sync.OnceValue(func() []Opening {
	ballots, err := Open("3move", true)
	in, failed := files.Open("names.csv")
	if failed == nil {
		var lines []Opening
		lines, failed = ReadCSV("names.csv", in)
		ballots = append(ballots, lines...)
	}
	if err := errors.Join(err, failed); err != nil {
		panic(err) // the files are in the program
	}
	return slices.DeleteFunc(slices.Clone(ballots), func(o Opening) bool { return o.Name == "" })
})

// names holds the name of each position that ends a line with a name.
var names = sync.OnceValue(func() map[board.Position]string {
	named := map[board.Position]string{}
	for _, o := range namedLines() {
		named[o.Game().Position()] = o.Name
	}
	return named
})

// passing holds, for each position, the names of the lines that pass it or end there.
var passing = sync.OnceValue(func() map[board.Position][]string {
	passing := map[board.Position][]string{}
	for _, o := range namedLines() {
		g := o.Game()
		for p := range g.Positions() {
			passing[p] = append(passing[p], o.Name)
		}
		last := g.Position()
		passing[last] = append(passing[last], o.Name)
	}
	return passing
})

// Names returns the names under which people look for an opening: its own, those of the openings that it passes, and those
// of the openings to which it can lead. Each stands once.
func (o Opening) Names() (list []string) {
	g := o.Game()
	for p := range g.Positions() {
		list = append(list, NameAt(p))
	}
	list = append(append(list, passing()[g.Position()]...), o.Name)
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(name string) bool { return name == "" })
}

// NameAt returns the name of the opening whose last position is p, "" if none has one.
func NameAt(p board.Position) string {
	if p == board.Start() {
		return "" // a program that begins does not read the names
	}
	return names()[p]
}

// NameOf returns the name of the opening of a game: that of its last position which has one, by whatever moves the game
// reached it. It is "" if no position has one.
func NameOf(g *board.Game) (name string) {
	for p := range g.Positions() {
		name = cmp.Or(NameAt(p), name)
	}
	return cmp.Or(NameAt(g.Position()), name)
}

// Dealt returns how many plies of a game are an opening of a suite, which is nobody's choice.
func Dealt(g *board.Game, suite []Opening) (plies int) {
	moves := g.Moves()
	for _, o := range suite {
		if o.Start == g.Start() && len(o.Moves) <= len(moves) && slices.Equal(o.Moves, moves[:len(o.Moves)]) {
			plies = max(plies, len(o.Moves))
		}
	}
	return plies
}

// Names returns the names of the opening suites in the program.
func Names() (names []string) {
	for _, d := range builtIn {
		names = append(names, d.name)
	}
	return names
}

// FullName returns the whole path of a file with an opening suite; the name of an opening suite in the program stays.
func FullName(name string) string {
	if path, err := filepath.Abs(name); err == nil && !slices.Contains(Names(), name) {
		return path
	}
	return name
}

// ErrNoSuite is the error of Open for a name that no opening suite can have.
var ErrNoSuite = errors.New("not " + strings.Join(Names(), ", ") + ", nor a file that ends in .pdn, .csv, .epd or .fen")

// Open returns the openings of a suite in the program (one of Names) or of a file: PDN if its name
// ends in .pdn, CSV if it ends in .csv, positions if it ends in .epd or .fen, each also with .gz behind it. Barred openings are left out unless barred is set;
// it is an error if no opening is left.
func Open(name string, barred bool) ([]Opening, error) {
	return OpenTold(name, barred, untold)
}

// untold passes over what is to be said.
func untold(pdn.Remark) {}

// OpenTold returns the openings of a suite as Open does, and calls tell with what is to be said about the text of games in PDN.
func OpenTold(name string, barred bool, tell func(pdn.Remark)) ([]Opening, error) {
	all, err := openAll(name, tell)
	if barred || err != nil {
		return all, err
	}
	all = slices.DeleteFunc(all, func(o Opening) bool { return o.Barred })
	if len(all) == 0 {
		return nil, fmt.Errorf("openings %s: all are barred", board.Quote(name))
	}
	return all, nil
}

// openAll returns the openings of a suite, barred ones included.
func openAll(name string, tell func(pdn.Remark)) ([]Opening, error) {
	if i := slices.Index(Names(), name); i >= 0 {
		in, err := files.Open(builtIn[i].file)
		if err != nil {
			return nil, err
		}
		defer in.Close() // an error is of no use after reading
		return builtIn[i].read(name, in)
	}
	var read reader
	switch file.Extension(name) {
	case ".pdn":
		read = func(name string, r io.Reader) ([]Opening, error) { return ReadPDN(name, r, tell) }
	case ".csv":
		read = ReadCSV
	case ".epd", ".fen":
		read = ReadEPD
	default:
		return nil, fmt.Errorf("openings %s: %w", board.Quote(name), ErrNoSuite)
	}
	in, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	defer in.Close() // an error is of no use after reading
	return read(name, in)
}
