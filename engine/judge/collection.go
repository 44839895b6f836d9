package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/engine/lesson"
)

// Collection holds the games of one run, numbered in the order of reading.
type Collection struct {
	Studies []*Study
	Remarks []string // what is to be said about the texts of the games, in the words of all commands
	LeftOut []error  // games whose starting position is not known; they have a number but no study

	games  int // read
	found  findings
	losses map[question]lesson.Loss // of the moves that were asked for, Look 0
	rating float64                  // of the players: Settings.Rating of the run

	corridor bool // Settings.Corridor of the run
}

// Read adds the games of a PDN file. The error names the file.
func (c *Collection) Read(name string, from io.Reader) error {
	var told []pdn.Remark
	for g, err := range pdn.NewReader(from).Told(func(r pdn.Remark) { told = append(told, r) }) {
		var broken *pdn.GameError
		if err != nil && !errors.As(err, &broken) {
			return fmt.Errorf("%s: %w", name, err)
		}
		c.add(g, name, broken)
		if g.StartKnown() {
			c.remark(name, told)
		}
		told = nil
	}
	c.remark(name, told)
	return nil
}

// remark keeps what is to be said about games of a file.
func (c *Collection) remark(name string, told []pdn.Remark) {
	for _, r := range told {
		c.Remarks = append(c.Remarks, r.In(name))
	}
}

// add adds a game, which must not change any more. Broken is the error in the game, nil if there is none.
func (c *Collection) add(g *pdn.Game, name string, broken *pdn.GameError) {
	c.games++
	if !g.StartKnown() {
		c.LeftOut = append(c.LeftOut, fmt.Errorf("%s: %w", name, broken))
		return
	}
	if c.found == nil {
		c.found, c.losses = findings{}, map[question]lesson.Loss{}
	}
	c.Studies = append(c.Studies, &Study{Number: c.games, Game: g, positions: g.Positions(g.Start), of: c})
}

// Of returns the collection of one game, which must not change any more.
func Of(g *pdn.Game) *Collection {
	c := &Collection{}
	c.add(g, "", nil)
	return c
}

// Positions returns how many positions there are to judge, equal ones counted once, and how many have their verdict.
func (c *Collection) Positions() (all, judged int) {
	positions := c.positions()
	for p := range positions {
		if _, known := c.found.verdict(p); known {
			judged++
		}
	}
	return len(positions), judged
}

// positions returns the positions of all games.
func (c *Collection) positions() map[board.Position]bool {
	all := map[board.Position]bool{}
	for _, s := range c.Studies {
		for _, p := range s.positions {
			all[p] = true
		}
	}
	return all
}

// Proven returns how many positions the proof solver has proven so far.
func (c *Collection) Proven() (n int) {
	for _, f := range c.found {
		if f.IsPosition() && f.Before.Source == Solver {
			n++
		}
	}
	return n
}

// Digest returns a hash of the moves of the games, of the settings and of the program that judges, for which its own digest stands. A run
// can use the verdicts of an earlier run that has the same digest.
func (c *Collection) Digest(program string, settings Settings) (string, error) {
	sum := sha256.New()
	header, err := json.Marshal(settings)
	if err != nil {
		return "", err
	}
	fmt.Fprintln(sum, program, string(header))
	for _, s := range c.Studies {
		fmt.Fprint(sum, s.Game.Start.FEN())
		for _, n := range s.Game.Moves {
			fmt.Fprintf(sum, " {%v %v %v}", n.Move.Captured, n.Move.From, n.Move.To)
		}
		fmt.Fprintln(sum)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Study is a game, and what was found of its positions and moves.
type Study struct {
	Number int // of the game in its collection, 1 for the first
	Game   *pdn.Game

	positions []board.Position // the start, then one after every move
	of        *Collection
}

// Positions returns how many positions there are to judge: one more than moves.
func (s *Study) Positions() int { return len(s.positions) }

// Opening returns the name of the opening of the game, "" if it has none.
func (s *Study) Opening() string { return openings.NameOf(s.Game.History()) }

// Done reports whether no finding is missing.
func (s *Study) Done() bool { return len(s.missing()) == 0 }

// missing returns the next questions: those after the verdicts on positions, then those of one closer look after the other.
func (s *Study) missing() []question {
	questions := s.open()
	for i := 0; i < len(closerLooks) && len(questions) == 0; i++ {
		questions = s.doubts(i + 1)
	}
	if len(questions) == 0 {
		questions = s.corridors()
	}
	return questions
}

// open returns the questions after the verdicts that are missing.
func (s *Study) open() (questions []question) {
	for _, p := range s.positions {
		q := question{At: p}
		if _, known := s.of.found[q]; !known && !slices.Contains(questions, q) {
			questions = append(questions, q)
		}
	}
	return questions
}

// doubts returns the questions of a closer look that are missing. The looks before it must be complete.
func (s *Study) doubts(look int) (questions []question) {
	for ply := range s.Game.Moves {
		if q, missing := s.doubt(ply, look); missing && !slices.Contains(questions, q) {
			questions = append(questions, q)
		}
	}
	return questions
}

// doubt returns the question of a closer look at a move, and whether its answer is needed and missing.
func (s *Study) doubt(ply, look int) (q question, missing bool) {
	q = question{s.positions[ply], s.Game.Moves[ply].Move, look}
	_, known := s.of.found[q]
	return q, !known && s.withMaterial(s.move(ply, look-1)).doubtful(closerLooks[look-1])
}

// judged reports whether a move has all its findings.
func (s *Study) judged(ply int) bool {
	for _, p := range s.positions[ply : ply+2] {
		if _, known := s.of.found.verdict(p); !known {
			return false
		}
	}
	for i := range closerLooks {
		if _, missing := s.doubt(ply, i+1); missing {
			return false
		}
	}
	return true
}

// Position returns the position after the given number of plies, and the verdict on it.
func (s *Study) Position(ply int) (board.Position, Verdict) {
	v, _ := s.of.found.verdict(s.positions[ply])
	return s.positions[ply], v
}

// Judgements returns the judgement of every move. If the study is not done, moves that lack findings are NotJudged.
func (s *Study) Judgements() []Judgement {
	all := make([]Judgement, len(s.Game.Moves))
	for ply := range all {
		if all[ply] = s.move(ply, len(closerLooks)); s.judged(ply) {
			all[ply] = judge(s.withMaterial(all[ply]))
		} else {
			all[ply].Mark = NotJudged
		}
	}
	return all
}

// move returns a move, without a mark, and the verdicts before and after it of the closest look up to the given one.
func (s *Study) move(ply, look int) Judgement {
	j := Judgement{Ply: ply, First: s.Game.Start.Turn, Move: s.Game.Moves[ply].Move, rating: s.of.rating}
	var first Judgement
	first.At, first.Before = s.Position(ply)
	_, first.After = s.Position(ply + 1)
	j.At, j.Before, j.After = first.At, first.Before, first.After
	for i := 1; i <= look; i++ {
		if f, ok := s.of.found[question{j.At, j.Move, i}]; ok {
			j.Before, j.After = f.Before.withProof(first.Before), f.After.withProof(first.After)
		}
	}
	return j
}

// withMaterial adds what a move loses in material. The tree of equal moves is grown once.
func (s *Study) withMaterial(j Judgement) Judgement {
	asked := question{At: j.At, Move: j.Move}
	loss, known := s.of.losses[asked]
	if !known {
		loss = lesson.LossOf(j.At, j.Move)
		s.of.losses[asked] = loss
	}
	j.material = loss
	return j
}
