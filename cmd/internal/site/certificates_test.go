package site

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// surprise is Jordan's surprise move against Banks, 1911: White wins.
const surprise = "W:WK2,16,22,K30:BK10,13,14,21"

// writeCertificate writes what proves that White wins or does not win from a position.
func writeCertificate(t *testing.T, name, fen string) {
	t.Helper()
	db, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	leaves := certificate.Leaves{Pieces: db.Complete(), Sum: db.Sum(db.Complete())}
	const budget, table = 100_000, 32
	answer := proof.NewSolver(db, leaves, proof.Options{Table: table}).Solve(t.Context(), certificate.Question{Position: p, Attacker: board.White}, budget)
	require.NotEmpty(t, answer.Certificate)
	require.NoError(t, certificate.Write(name, answer.Certificate))
}

// TestCertificates: a certificate in the folder proves its positions, with the colours exchanged too, and chooses a move for the winner.
// One that is damaged or wrong, or that proves no win, does not count; a file that was changed is read again.
func TestCertificates(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "surprise.proof")
	conn := dial(t, started(t, Options{Folder: folder}))
	ask := func(fen string, moves ...string) (found Certified) {
		t.Helper()
		body, err := json.Marshal(talk.History{Start: fen, Moves: moves})
		require.NoError(t, err)
		reply, failed := asked(t, conn, fmt.Sprintf(`{"id": 1, "kind": "certificate", "body": %s}`, body))
		require.Empty(t, failed)
		require.NoError(t, json.Unmarshal(reply, &found))
		return found
	}
	require.Empty(t, ask(surprise), "no certificate")
	p, err := board.ParseFEN(surprise)
	require.NoError(t, err)
	exchanged := p.Mirror().FEN()
	writeCertificate(t, filepath.Join(folder, "a loss.proof"), exchanged)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a store.proof"), []byte("of another kind"), 0o600))
	require.Empty(t, ask(exchanged), "no win")
	wrong := &certificate.Certificate{Claim: certificate.Claim{Question: certificate.Question{Position: p, Attacker: board.White}, Win: true}}
	for m := range p.Mirror().Legal() {
		wrong.Entries = []certificate.Entry{{Position: p.Mirror(), Move: m, Rank: 1}}
	}
	require.NoError(t, certificate.Write(filepath.Join(folder, "a wrong one.proof"), certificate.Encode(wrong)))
	require.Empty(t, ask(surprise), "it says more than it proves")
	writeCertificate(t, name, surprise)
	require.Equal(t, Certified{"surprise.proof", "White", "2-7"}, ask(surprise))
	require.Equal(t, Certified{"surprise.proof", "White", ""}, ask(surprise, "2-7"), "the loser is to move")
	require.Equal(t, Certified{"surprise.proof", "White", "16-11"}, ask(surprise, "2-7", "10x3"))
	require.Empty(t, ask(surprise, "16-12"), "another move")
	require.Equal(t, Certified{"surprise.proof", "Black", "31-26"}, ask(exchanged))
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, data[:len(data)-1], 0o600))
	require.Empty(t, ask(surprise), "damaged")
}

// TestRoomForCertificates: what the certificates of a folder take is limited together, and a file that is gone gives its room back.
func TestRoomForCertificates(t *testing.T) {
	folder := t.TempDir()
	writeCertificate(t, filepath.Join(folder, "surprise.proof"), surprise)
	db, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	k := newCertificates()
	k.checked["large.proof"] = checkedFile{entries: maxCertificateEntries}
	c, err := k.read(t.Context(), folder, "surprise.proof", db)
	require.NoError(t, err)
	require.Nil(t, c)
	delete(k.checked, "large.proof")
	c, err = k.read(t.Context(), folder, "surprise.proof", db)
	require.NoError(t, err)
	require.NotNil(t, c)
	require.Equal(t, maxCertificateEntries-len(c.Entries), k.room())
}
