package prooftree

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// answersDigest is what TestSolverVersion finds for SolverVersion. Both change together.
const (
	digestVersion = "zonda 3"
	answersDigest = "8ed946861a561db1f3aba3b8a9c2c3b59df0fb7eefea759377be8e2610de1776"
)

// versionFENs are positions of which each part of the solver answers a question.
var versionFENs = []string{
	"W:W21,22,28,32:B5,12,13,20",
	"W:WK2,16,22,K30:BK10,13,14,21",
	"B:WK16,21,28:BK15,19,24,K30",
	"W:W11,17,20,21,22,K27:B5,6,10,12,13,K32",
	"W:W18,19,22,26,29:B3,5,8,10,12",
	"B:WK1,K2,K3,K4,21,22,23,24:B5,9,10,11,13,14,15,16",
}

// TestSolverVersion: whoever changes the answers of the solver, their nodes or their certificates, also changes its version.
// A tree then does not mix the items of two solvers.
func TestSolverVersion(t *testing.T) {
	library, err := endings.OpenFilled("", "")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, library.Close()) })
	const leaves, table, budget = 6, 16, 60_000
	solver := proof.NewSolver(library, certificate.Leaves{Pieces: leaves, Sum: library.Sum(leaves)}, proof.Options{Table: table})
	sum := sha256.New()
	for _, fen := range versionFENs {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		for _, attacker := range []board.Color{board.Black, board.White} {
			r := solver.Solve(context.Background(), certificate.Question{Position: p, Attacker: attacker}, budget)
			t.Log(fen, attacker, r.Answer, r.Method, r.Nodes, r.Score)
			fmt.Fprintln(sum, r.Answer, r.Method, r.Nodes, r.Score, strings.Join(r.Line, " "))
			sum.Write(r.Certificate)
		}
	}
	require.Equal(t, digestVersion, SolverVersion, "the digest is of another version: record the new one")
	require.Equal(t, answersDigest, hex.EncodeToString(sum.Sum(nil)), "the solver answers otherwise: change SolverVersion")
}
