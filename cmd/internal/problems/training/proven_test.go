package training

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// TestCertificatesOfLessons checks each entry of each certificate by the rules of package reference and by the databases of the program.
func TestCertificatesOfLessons(t *testing.T) {
	db, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	all, err := certificates()
	require.NoError(t, err)
	require.NotEmpty(t, all)
	for name, c := range all {
		require.NoError(t, check.Check(c, db), name)
	}
}

// TestProven plays the draw of Fourth Position against each attack: what the certificate says to White keeps the draw, turned round too,
// and beyond the certificates nothing is said.
func TestProven(t *testing.T) {
	db, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	read := func(fen string) board.Position {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		return p
	}
	for fen, want := range map[string]board.Result{
		"W:W30,K31,K32:BK20,21,K22,K23": board.Draw,
		"B:W30,K27,K32:BK20,21,K22,K23": board.Draw, // after 31-27
		"B:W30,K31,K28:BK20,21,K22,K23": board.Win,  // after 32-28
		"B:W30,K31,K32:BK20,21,K22,K23": board.Win,
		"W:W30,K31,K32:BK20,21,K18,K23": board.Loss, // after 22-18
		"W:W30,K31,K32:BK20,21,K19,K22": board.Draw, // after 23-19
		"W:WK10,K14,20:B5,12,K19,K26":   board.Draw,
		"B:WK6,K14,20:B5,12,K19,K26":    board.Win, // after 10-6
		"W:W11,K15,K22:BK4,5,23,28":     board.Draw,
		"B:W11,K15,K17:BK4,5,23,28":     board.Draw, // after 22-17
		"B:W8,K15,K22:BK4,5,23,28":      board.Win,  // after 11-8
		"W:WK2,10,20,21:B1,3,K18,K19":   board.Unknown,
	} {
		require.Equal(t, want, Proven(db.Probe, read(fen)), fen)
		require.Equal(t, want, Proven(db.Probe, read(fen).Mirror()), fen)
	}
}
