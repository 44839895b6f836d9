package egdb_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// A service answers a position with its value and the plies to the end of the game, and names the best move.
func Example() {
	db, err := egdb.Open(egdb.Options{})
	if err != nil {
		panic(err)
	}
	defer db.Close()
	answer := func(w http.ResponseWriter, r *http.Request) {
		p, err := board.ParseFEN(r.FormValue("fen"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Fprintln(w, db.Distances().Distance(p))
		for move, after := range db.Moves(p) {
			fmt.Fprintln(w, p.MoveText(move), after)
			break // the first is the best
		}
	}
	w := httptest.NewRecorder()
	answer(w, httptest.NewRequest("GET", "/?fen="+url.QueryEscape("B:WK29:BK1,K2"), nil))
	fmt.Print(w.Body)
	// Output:
	// win in 11
	// 1-5 win in 11
}

// Without files, positions that need them are unknown.
func ExampleDB_Probe() {
	db, err := egdb.Open(egdb.Options{Pieces: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	for _, fen := range []string{"B:WK29:BK1", "B:WK29:BK1,K2"} {
		p, err := board.ParseFEN(fen)
		fmt.Println(db.Probe(p), err)
	}
	// Output:
	// win <nil>
	// unknown <nil>
}

func ExampleMaterialOf() {
	p, err := board.ParseFEN("W:W17,K32:B1,2,K3")
	if err != nil {
		fmt.Println(err)
	}
	m := endgame.MaterialOf(p) // White is to move and counts as Black
	fmt.Println(m, m.Mirror(), m.Pieces(), m.Positions())
	// Output: 1K1Cv1K2C 1K2Cv1K1C 5 8068032
}
