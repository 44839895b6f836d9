package webboard

import (
	"context"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	conversation "github.com/zonda-checkers/zonda/protocol/page"
)

// GamesRequest asks for a page of the games of a collection that fit all that is given.
type GamesRequest struct {
	Collection string `json:"collection"`
	Player     string `json:"player"`   // part of the name of either side
	Event      string `json:"event"`    // part of the event or the date
	Opening    string `json:"opening"`  // part of the opening's name, or the first moves
	Position   string `json:"position"` // FEN; empty for any
	Result     string `json:"result"`   // as PDN has it; empty for any
	From       int    `json:"from"`     // how many games to leave out
	Count      int    `json:"count"`
}

// GamesPage is a part of a list of games.
type GamesPage struct {
	Games []GameHead `json:"games"`
	Found int        `json:"found"` // of all games that fit
}

// mostRows is the largest number of rows that a page gets at once.
const mostRows = 200

// Collections is the list of the collections that the server has open.
type Collections struct {
	Collections []Collection `json:"collections"`
}

func (v *visit) collections(context.Context, *conversation.Session, conversation.Nothing) (Collections, error) {
	return Collections{v.server.library.list()}, nil
}

func (v *visit) games(_ context.Context, _ *conversation.Session, q GamesRequest) (GamesPage, error) {
	c, err := v.server.library.find(q.Collection)
	if err != nil {
		return GamesPage{}, err
	}
	fits, err := q.filter()
	if err != nil {
		return GamesPage{}, err
	}
	page := GamesPage{Games: []GameHead{}}
	for i := range c.games {
		if !fits(&c.games[i]) {
			continue
		}
		if page.Found++; page.Found > q.From && len(page.Games) < min(q.Count, mostRows) {
			page.Games = append(page.Games, c.games[i].head)
		}
	}
	return page, nil
}

// filter returns a function that tells whether a game fits.
func (q GamesRequest) filter() (func(*indexed) bool, error) {
	hash := uint64(0)
	if q.Position != "" {
		p, err := board.ParseFEN(q.Position)
		if err != nil {
			return nil, err
		}
		hash = p.Hash()
	}
	player, event, opening := folded(q.Player), folded(q.Event), folded(q.Opening)
	return func(e *indexed) bool {
		h := &e.head
		return (player == "" || contains(h.Black, player) || contains(h.White, player)) &&
			(event == "" || contains(h.Event, event) || contains(h.Date, event)) &&
			(opening == "" || contains(h.Opening, opening) || strings.HasPrefix(h.Moves, opening)) &&
			(q.Result == "" || h.Result == q.Result) &&
			(q.Position == "" || slices.Contains(e.positions, hash))
	}, nil
}

func folded(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

func contains(text, part string) bool { return strings.Contains(strings.ToLower(text), part) }

// GameRequest asks for a game of a collection.
type GameRequest struct {
	Collection string `json:"collection"`
	Number     int    `json:"number"`
}

// Origin says where a game was read, or where it was saved.
type Origin struct {
	Collection string `json:"collection"`
	Number     int    `json:"number"`
	File       string `json:"file"`   // a name
	Digest     string `json:"digest"` // of the file of the folder when it was read; empty for a file in which the game cannot be changed
}

// GameFound is a game of a collection.
type GameFound struct {
	Game     conversation.Game `json:"game"` // up to the first error
	Origin   Origin            `json:"origin"`
	Problems []string          `json:"problems"` // what is wrong with the text, then what is in doubt
}

func (v *visit) game(_ context.Context, _ *conversation.Session, q GameRequest) (GameFound, error) {
	c, err := v.server.library.find(q.Collection)
	if err != nil {
		return GameFound{}, err
	}
	g, problems, err := c.read(q.Number)
	if err != nil {
		return GameFound{}, err
	}
	from := Origin{c.ID, q.Number, c.Name, c.Digest}
	if c.Packed {
		from.Digest = ""
	}
	return GameFound{conversation.NewGame(g), from, problems}, nil
}
