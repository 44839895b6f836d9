package library

import (
	"context"
	"encoding/binary"
	"hash/maphash"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// track is the positions of a game: the first one and one after each move. The side to move alternates.
type track struct {
	first  board.Color // to move in the first position
	places []pieces
}

// pieces are those of a position. They need 12 bytes, so that the positions of large collections stay in memory.
type pieces struct{ black, white, kings board.Bitboard }

// piecesBytes is the memory for the pieces of a position.
const piecesBytes = 12

func piecesOf(p board.Position) pieces { return pieces{p.Black, p.White, p.Kings} }

// add adds a position behind the last one.
func (t *track) add(p board.Position) {
	if len(t.places) == 0 {
		t.first = p.Turn
	}
	t.places = append(t.places, piecesOf(p))
}

// turn returns the side to move in a position of the track.
func (t *track) turn(i int) board.Color {
	if i%2 == 0 {
		return t.first
	}
	return t.first.Opponent()
}

// at returns a position of the track.
func (t *track) at(i int) board.Position {
	at := t.places[i]
	return board.Position{Black: at.black, White: at.white, Kings: at.kings, Turn: t.turn(i)}
}

// index returns where a track first has a position, -1 for nowhere.
func (t *track) index(p board.Position) int {
	want := piecesOf(p)
	for i, at := range t.places {
		if at == want && t.turn(i) == p.Turn {
			return i
		}
	}
	return -1
}

// sum returns a sum of the whole track: games with the same start and the same moves have the same.
func (t *track) sum(seed maphash.Seed) uint64 {
	data := make([]byte, 0, 1+piecesBytes*len(t.places))
	data = append(data, byte(t.first))
	for _, at := range t.places {
		for _, set := range [...]board.Bitboard{at.black, at.white, at.kings} {
			data = binary.LittleEndian.AppendUint32(data, uint32(set))
		}
	}
	return maphash.Bytes(seed, data)
}

// OwnMovesRequest asks what was played in a position in the games of a collection.
type OwnMovesRequest struct {
	Collection string `json:"collection"`
	Position   string `json:"position"` // FEN
}

// OwnMoves are the moves that were played in a position, the most frequent first.
type OwnMoves struct {
	Games int       `json:"games"` // that reached the position
	Moves []OwnMove `json:"moves"`
}

// OwnMove is a move with the results of the games in which it was played. Games without a result count in games alone.
type OwnMove struct {
	Move  string `json:"move"`
	Games int    `json:"games"`
	Black int    `json:"black"` // won by Black
	Draws int    `json:"draws"`
	White int    `json:"white"`
}

func (v *visit) ownMoves(_ context.Context, _ *talk.Session, q OwnMovesRequest) (OwnMoves, error) {
	c, err := v.library.collections.find(q.Collection)
	if err != nil {
		return OwnMoves{}, err
	}
	p, err := board.ParseFEN(q.Position)
	if err != nil {
		return OwnMoves{}, err
	}
	return c.ownMoves(p), nil
}

// ownMoves counts the moves that were played in a position. A game that reached the position several times counts with the first.
func (c *collection) ownMoves(p board.Position) OwnMoves {
	found := OwnMoves{Moves: []OwnMove{}}
	legal := map[pieces]int{} // indexes of moves
	for m := range p.Legal() {
		if after := piecesOf(p.Play(m)); legal[after] == 0 {
			found.Moves = append(found.Moves, OwnMove{Move: p.MoveText(m)})
			legal[after] = len(found.Moves)
		}
	}
	for i := range c.games {
		e := &c.games[i]
		at := e.index(p)
		if at < 0 {
			continue
		}
		found.Games++
		if at+1 == len(e.places) {
			continue
		}
		if n := legal[e.places[at+1]]; n > 0 {
			found.Moves[n-1].count(e.head.Result)
		}
	}
	found.Moves = slices.DeleteFunc(found.Moves, func(m OwnMove) bool { return m.Games == 0 })
	slices.SortStableFunc(found.Moves, func(a, b OwnMove) int { return b.Games - a.Games })
	return found
}

func (m *OwnMove) count(result string) {
	m.Games++
	switch result {
	case board.BlackWon.String():
		m.Black++
	case board.WhiteWon.String():
		m.White++
	case board.Drawn.String():
		m.Draws++
	}
}
