package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/internal/pattern"
)

// GamesRequest asks for a part of the games of a collection that fit all that is given.
type GamesRequest struct {
	Collection string    `json:"collection"`
	Text       string    `json:"text"`      // words of which each stands in the head of the game, and its first moves
	Field      string    `json:"field"`     // where the words stand: player, event, opening; empty for anywhere
	Result     string    `json:"result"`    // as PDN has it; empty for any
	Notes      bool      `json:"notes"`     // only games with comments, signs or variations
	Twins      bool      `json:"twins"`     // only games of which another one has the same moves
	Position   string    `json:"position"`  // FEN; empty for any
	Formation  []int     `json:"formation"` // squares on which the position must have the pieces of Position; empty for all of it
	AtLeast    bool      `json:"atLeast"`   // other pieces and the side to move do not matter
	Material   *Material `json:"material,omitempty"`
	Reversed   bool      `json:"reversed"` // also with colours exchanged and the board turned
	Sort       string    `json:"sort"`     // number, black, white, event, date, result, opening or length; empty for number
	Down       bool      `json:"down"`     // the last first
	From       int       `json:"from"`     // how many games to leave out
	Count      int       `json:"count"`
}

// Material is the men and kings of both sides, for at least a number of plies.
type Material struct {
	BlackMen   int `json:"blackMen"`
	BlackKings int `json:"blackKings"`
	WhiteMen   int `json:"whiteMen"`
	WhiteKings int `json:"whiteKings"`
	Plies      int `json:"plies"`
}

func (v *visit) games(_ context.Context, _ *talk.Session, q GamesRequest) (GamesPage, error) {
	c, err := v.library.collections.find(q.Collection)
	if err != nil {
		return GamesPage{}, err
	}
	found, err := c.find(q)
	if err != nil {
		return GamesPage{}, err
	}
	page := GamesPage{Games: []GameHead{}, Found: len(found)}
	for _, at := range found[min(max(q.From, 0), len(found)):] {
		if len(page.Games) >= min(q.Count, maxRows) {
			break
		}
		head := c.games[at.index].head
		head.At = at.ply
		if g, _, err := c.read(head.Number); err == nil && head.Plies > 0 {
			head.Report = v.library.reports.has(g)
		}
		page.Games = append(page.Games, head)
	}
	return page, nil
}

// hit is a game that fits.
type hit struct {
	index int
	ply   int // of the position that was searched
}

// find returns the games that fit, in the order that is asked for. Games with the same moves stand together if only these are asked for.
func (c *collection) find(q GamesRequest) ([]hit, error) {
	places, err := q.places()
	if err != nil {
		return nil, err
	}
	less, err := q.order()
	if err != nil {
		return nil, err
	}
	fits, found := q.heads(), []hit{}
	for i := range c.games {
		if e := &c.games[i]; fits(e) {
			if ply := places(&e.track); ply >= 0 {
				found = append(found, hit{i, ply})
			}
		}
	}
	if less != nil {
		slices.SortStableFunc(found, func(a, b hit) int { return less(&c.games[a.index], &c.games[b.index]) })
	}
	if q.Twins {
		slices.SortStableFunc(found, func(a, b hit) int { return cmp.Compare(c.twins[a.index+1], c.twins[b.index+1]) })
	}
	return found, nil
}

// isMove fits a move.
var isMove = pattern.Of(`^\d\d?([-x]\d\d?)+$`)

// heads returns a function that tells whether the head of a game fits.
func (q GamesRequest) heads() func(*indexed) bool {
	var words, moves []string
	for _, word := range strings.Fields(strings.ToLower(q.Text)) {
		if isMove().MatchString(word) {
			moves = append(moves, word)
		} else {
			words = append(words, word)
		}
	}
	first := strings.Join(moves, " ")
	return func(e *indexed) bool {
		h := &e.head
		if q.Result != "" && h.Result != q.Result || q.Notes && !h.Notes || q.Twins && h.Twin == 0 || !strings.HasPrefix(h.Moves, first) {
			return false
		}
		if len(words) == 0 {
			return true
		}
		text := strings.ToLower(q.searched(e))
		return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
	}
}

// searched returns the text in which the words are searched.
func (q GamesRequest) searched(e *indexed) string {
	h := &e.head
	switch q.Field {
	case "player":
		return h.Black + "\n" + h.White
	case "event":
		return h.Event + "\n" + h.Date
	case "opening":
		return h.Opening + "\n" + e.opening
	}
	return strings.Join([]string{h.Black, h.White, h.Event, h.Date, h.Opening, e.opening}, "\n")
}

// places returns a function that tells at which ply a game has what is searched, -1 for nowhere.
func (q GamesRequest) places() (func(*track) int, error) {
	var all []func(*track) int
	if q.Position != "" {
		p, err := board.ParseFEN(q.Position)
		if err != nil {
			return nil, err
		}
		for i, p := range q.both(p) {
			search, err := q.positions(p, i > 0)
			if err != nil {
				return nil, err
			}
			all = append(all, search)
		}
	}
	position := either(all)
	if q.Material == nil {
		return position, nil
	}
	all = []func(*track) int{q.Material.find}
	if q.Reversed {
		m := *q.Material
		m.BlackMen, m.WhiteMen, m.BlackKings, m.WhiteKings = m.WhiteMen, m.BlackMen, m.WhiteKings, m.BlackKings
		all = append(all, m.find)
	}
	material := either(all)
	return func(t *track) int {
		if q.Position == "" {
			return material(t)
		}
		if ply := position(t); ply >= 0 && material(t) >= 0 {
			return ply
		}
		return -1
	}, nil
}

// both returns a position, and the one with colours exchanged if it is asked for.
func (q GamesRequest) both(p board.Position) []board.Position {
	if q.Reversed {
		return []board.Position{p, p.Mirror()}
	}
	return []board.Position{p}
}

// either returns a function that tells the first ply at which one of some functions finds something, 0 if there are no functions.
func either(all []func(*track) int) func(*track) int {
	return func(t *track) int {
		first := -1
		for _, find := range all {
			if ply := find(t); ply >= 0 && (first < 0 || ply < first) {
				first = ply
			}
		}
		if len(all) == 0 {
			return 0
		}
		return first
	}
}

// positions returns a function that finds a position, or its formation. The squares of a formation are turned with the position.
func (q GamesRequest) positions(p board.Position, turned bool) (func(*track) int, error) {
	if !q.AtLeast {
		return func(t *track) int { return t.index(p) }, nil
	}
	mask := p.Black | p.White
	if len(q.Formation) > 0 {
		var squares board.Bitboard
		for _, n := range q.Formation {
			if n < 1 || n > board.Squares {
				return nil, fmt.Errorf("there is no square %d", n)
			}
			squares |= 1 << (n - 1)
		}
		if turned {
			squares = squares.Turned()
		}
		mask &= squares
	}
	if mask == 0 {
		return nil, errors.New("none of the squares has a piece")
	}
	want := pieces{p.Black & mask, p.White & mask, p.Kings & mask}
	return func(t *track) int {
		return slices.IndexFunc(t.places, func(at pieces) bool { return pieces{at.black & mask, at.white & mask, at.kings & mask} == want })
	}, nil
}

// find returns where a game has the material for long enough, -1 for nowhere.
func (m Material) find(t *track) int {
	run := 0
	for i, at := range t.places {
		fits := (at.black&^at.kings).Count() == m.BlackMen && (at.black&at.kings).Count() == m.BlackKings &&
			(at.white&^at.kings).Count() == m.WhiteMen && (at.white&at.kings).Count() == m.WhiteKings
		if !fits {
			run = 0
		} else if run++; run > m.Plies {
			return i + 1 - run
		}
	}
	return -1
}

// order returns a function that compares games, nil for the order of the file.
func (q GamesRequest) order() (func(a, b *indexed) int, error) {
	text := func(key func(*GameHead) string) func(a, b *indexed) int {
		return func(a, b *indexed) int { return compareTexts(key(&a.head), key(&b.head), q.Down) }
	}
	switch q.Sort {
	case "", "number":
		if !q.Down {
			return nil, nil
		}
		return func(a, b *indexed) int { return b.head.Number - a.head.Number }, nil
	case "black":
		return text(func(h *GameHead) string { return h.Black }), nil
	case "white":
		return text(func(h *GameHead) string { return h.White }), nil
	case "event":
		return text(func(h *GameHead) string { return h.Event }), nil
	case "date":
		return text(func(h *GameHead) string { return strings.ReplaceAll(h.Date, "?", "") }), nil
	case "result":
		return text(func(h *GameHead) string { return h.Result }), nil
	case "opening":
		return text(func(h *GameHead) string { return h.Opening }), nil
	case "length":
		return func(a, b *indexed) int {
			if q.Down {
				a, b = b, a
			}
			return a.head.Plies - b.head.Plies
		}, nil
	}
	return nil, fmt.Errorf("games cannot be sorted by %s", board.Quote(q.Sort))
}

// compareTexts compares two texts in the order of people. Empty ones are always the last.
func compareTexts(a, b string, down bool) int {
	a, b = strings.ToLower(strings.Trim(a, ". ")), strings.ToLower(strings.Trim(b, ". "))
	switch {
	case a == "" || b == "":
		return cmp.Compare(b, a)
	case down:
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}
