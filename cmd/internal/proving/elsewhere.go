package proving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/crew"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// errAnswered is why the other question about a value is left: one of them was answered with Yes.
var errAnswered = errors.New("the value is known")

// ask lets other machines answer the questions of the goal. If ctx ends, what has no answer is open.
func (t *task) ask(ctx context.Context, out io.Writer) (Outcome, error) {
	if t.JSON {
		out = os.Stderr
	}
	about := fmt.Sprintf("%s %s %d %v %d %+v", t.position.FEN(), t.Goal, t.Budget, t.Time, t.Table, t.leaves)
	provers, closeProvers, err := t.Elsewhere(ctx, about, t.leaves, t.library, out)
	if err != nil {
		return Outcome{}, err
	}
	defer closeProvers()
	results := map[board.Color]proof.Result{}
	err = provers.Do(ctx, crew.Pieces(t.questions()...), func(q Question, r proof.Result) error {
		results[q.Attacker] = r
		if t.Goal == Value && r.Answer == proof.Yes {
			return errAnswered
		}
		return nil
	})
	if err != nil && ctx.Err() == nil && !errors.Is(err, errAnswered) {
		return Outcome{}, err
	}
	turn := t.position.Turn
	if t.Goal == Value {
		return t.valued(proof.ValueOf(results[turn], results[turn.Opponent()])), nil
	}
	q := certificate.Question{Position: t.position, Attacker: t.Goal.attacker(t.position)}
	return t.answered(q, results[q.Attacker]), nil
}

// questions returns the questions of the goal. Those about a value have half of the memory each, as on this machine.
func (t *task) questions() (all []Question) {
	attackers, table := []board.Color{t.Goal.attacker(t.position)}, t.Table
	if t.Goal == Value {
		attackers, table = []board.Color{t.position.Turn, t.position.Turn.Opponent()}, max(table/2, 1)
	}
	for _, a := range attackers {
		all = append(all, Question{
			Question: certificate.Question{Position: t.position, Attacker: a},
			Leaves:   t.leaves, Budget: t.Budget, Table: table, Time: t.Time,
		})
	}
	return all
}
