package egdb_test

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// The values of positions of up to six pieces are in the program.
func Example() {
	library, problems := egdb.Open(egdb.Options{BuiltIn: true})
	if len(problems) > 0 {
		fmt.Println(problems)
	}
	defer library.Close()
	p, err := board.ParseFEN("B:WK29:BK1,K2")
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(egdb.MaterialOf(p), library.Probe(p), library.Probe(p.Mirror()))
	// Output: 2Kv1K win win
}

// A set of distances needs a library with the values.
func ExampleOpenDistanceSet() {
	options := egdb.Options{BuiltIn: true}
	values, problems := egdb.Open(options)
	distances, more := egdb.OpenDistanceSet(egdb.DTW, options, values)
	for _, err := range append(problems, more...) {
		fmt.Println(err)
	}
	defer values.Close()
	defer distances.Close()
	p, err := board.ParseFEN("B:WK29:BK1,K2")
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(distances.Distance(p))
	// Output: win in 11
}

// A file may be missing or damaged; then positions that need it have no value.
func ExampleLibrary_Probe() {
	library, _ := egdb.Open(egdb.Options{BuiltIn: true, Pieces: 2})
	defer library.Close()
	for _, fen := range []string{"B:WK29:BK1", "B:WK29:BK1,K2"} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(library.Probe(p))
	}
	// Output:
	// win
	// unknown
}

func ExampleMaterialOf() {
	p, err := board.ParseFEN("W:W17,K32:B1,2,K3")
	if err != nil {
		fmt.Println(err)
	}
	m := egdb.MaterialOf(p) // White is to move and counts as Black
	fmt.Println(m, m.Mirror(), m.Pieces(), m.Positions())
	// Output: 1K1Cv1K2C 1K2Cv1K1C 5 8068032
}
