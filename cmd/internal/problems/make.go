package problems

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// Work says which games are looked at.
type Work struct {
	Seed    uint64      // of the games of self-play
	Games   int         // of self-play; without own games
	Weakest int         // level that plays them, from 1 to 9
	Own     []NamedGame // to look at in their place
	Nodes   uint64      // of the search that finds shots
	Ground  bool        // ground problems are looked for; without own games, in those of newcomers
}

// NamedGame is a game and what it is called as a source.
type NamedGame struct {
	Name string
	Game *board.Game
}

// ReadGames reads the games of a PDN file, and calls tell with what is to be said about them. Games with errors are left out, and their
// errors returned.
func ReadGames(name string, r io.Reader, tell func(pdn.Remark)) (all []NamedGame, leftOut []error, err error) {
	number := 0
	for g, err := range pdn.NewReader(r).Told(tell) {
		var broken *pdn.GameError
		if err != nil && !errors.As(err, &broken) {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		number++
		if broken != nil {
			leftOut = append(leftOut, fmt.Errorf("%s: %w", name, broken))
			continue
		}
		all = append(all, NamedGame{fmt.Sprintf("%s#%d", file.Stem(name), number), g.History()})
	}
	return all, leftOut, nil
}

// count returns the number of games.
func (w Work) count() int {
	if len(w.Own) > 0 {
		return len(w.Own)
	}
	return w.Games
}

// header begins the journal.
type header struct {
	Format  int    `json:"format"`
	Seed    uint64 `json:"seed"`
	Weakest int    `json:"weakest"`
	Own     uint64 `json:"own"` // tells the starts and moves of the own games apart; 0 for none
	Nodes   uint64 `json:"nodes"`
	Ground  bool   `json:"ground,omitempty"`
}

const format = 2

func (w Work) header() header {
	h := header{Format: format, Seed: w.Seed, Weakest: w.Weakest, Nodes: w.Nodes, Ground: w.Ground}
	sum := fnv.New64a()
	for number := range w.Own {
		p := w.task(number)
		fmt.Fprintln(sum, p.Start, p.Moves)
		h.Own = sum.Sum64()
	}
	return h
}

// Make lets a pool look at all games, and returns what came of them in the order of the games. A journal keeps what is done: a run with
// the same work goes on behind it, and one with more games adds to it. Progress is told how many games are done. If ctx ends, the result
// is what was done until then, with the error.
func Make(ctx context.Context, w Work, c pool.Pool[Task, Look], journal string, progress func(done, all int)) (looks []Look, err error) {
	done := map[int]bool{}
	add := func(l Look) {
		switch {
		case l.Void && done[l.Number]:
			delete(done, l.Number)
			looks = slices.DeleteFunc(looks, func(other Look) bool { return other.Number == l.Number })
		case !l.Void && !done[l.Number] && l.Number < w.count():
			done[l.Number] = true
			looks = append(looks, l)
		}
	}
	j, err := w.resume(journal, add)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	for {
		err = c.Do(ctx, w.left(done), func(_ Task, l Look) error {
			add(l)
			progress(len(looks), w.count())
			return j.Add(l)
		})
		forged := (*pool.Forged[Task])(nil)
		if !errors.As(err, &forged) {
			break
		}
		for _, task := range forged.Tasks {
			void := Look{Number: task.Number, Void: true}
			add(void)
			if err := j.Add(void); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(looks, func(a, b Look) int { return a.Number - b.Number })
	return looks, err
}

// resume opens the journal and adds what it holds.
func (w Work) resume(name string, add func(Look)) (*file.Journal, error) {
	check := func(found header) error {
		if found.Format != format {
			return fmt.Errorf("this is no journal of problems with format %d", format)
		}
		if found != w.header() {
			return errors.New("the journal is of other games or nodes")
		}
		return nil
	}
	return file.ResumeJournal(name, w.header(), check, func(line []byte) error {
		var l Look
		if err := json.Unmarshal(line, &l); err != nil {
			return err
		}
		add(l)
		return nil
	})
}

// left returns the games that are not done. It reads done before the work begins, since the work changes it.
func (w Work) left(done map[int]bool) iter.Seq2[Task, error] {
	var tasks []Task
	for number := range w.count() {
		if !done[number] {
			tasks = append(tasks, w.task(number))
		}
	}
	return pool.Tasks(tasks...)
}
