package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/client/testdata/fake"
)

// gameCommands returns commands that read games, whose file is the last argument.
func gameCommands(t *testing.T) map[string][]string {
	book := filepath.Join(t.TempDir(), "b.zbk")
	engine := func(name string) string {
		return "--engine=" + client.Spec{Name: name, Command: fake.Command()}.String()
	}
	return map[string][]string{
		"pdn check":   {"pdn", "check"},
		"pdn page":    {"pdn", "page"},
		"analyze":     {"analyze", "--nodes=100", "--hash=1"},
		"book import": {"book", "import", "--out", book},
		"antibook":    {"antibook", "learn", "--side=A", "--out", book + ".txt"},
		"match":       {"match", engine("A"), engine("B"), "--nodes=1", "--games=2", "--openings"},
		"solve":       {"solve", "--nodes=100", "--hash=1"},
		"prove list":  {"prove", "list", "--nodes=10"},
	}
}

// TestReadersOfGamesTell: each command that reads games says the same about their text.
func TestReadersOfGamesTell(t *testing.T) {
	t.Parallel()
	program, commands := programtest.Program(t), gameCommands(t)
	commands["book train"] = []string{"book", "train", "--games"}
	commands["problems make"] = []string{"problems", "make", "--nodes=100", "--out", filepath.Join(t.TempDir(), "p.csv")}
	games := programtest.WriteGames(t, "[FEN \"B:WK31:BK18,25\"]\n[Result \"1-0\"]\n1. 25-30nice good {a {b} c} … * White wins\n0-1\x00\n")
	for name, command := range commands {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, _ := programtest.Output(t, program, append(command, games)...)
			require.Contains(t, stdout+stderr, games+":3: game 1: doubt: \"nice\" behind 25-30 is kept as a comment\n")
			require.Contains(t, stdout+stderr, games+":3: game 1: doubt: \"good\" is neither a move nor a comment; it is kept as a comment\n")
			require.Contains(t, stdout+stderr, games+":3: game 1: doubt: the curly brackets within a comment become round ones\n")
			require.Contains(t, stdout+stderr, games+":3: game 1: doubt: … belongs to no move; it is kept as a comment\n")
			require.Contains(t, stdout+stderr, games+":3: game 1: doubt: the game has a second result, \"White wins\", which is kept as a comment\n")
			require.Contains(t, stdout+stderr, games+":4: game 1: doubt: \"0-1\" belongs to no game and is left out\n")
			require.Contains(t, stdout+stderr, games+":5: game 1: doubt: bytes 00 are left out of the text: 1\n")
		})
	}
}

// TestReadersOfGames: each command that reads games refuses a file without a game, and games of another kind of draughts.
func TestReadersOfGames(t *testing.T) {
	t.Parallel()
	program, commands := programtest.Program(t), gameCommands(t)
	for _, c := range []struct{ name, text, want string }{
		{"words", "root:x:0:0:root:/root:/bin/bash\nbin:x:1:1\n", `"root:x:0:0:root:/root:/bin/bash" is neither a move nor a comment`},
		{"empty", "\n", "no "},
		{"numbers", "12 34 1-0\n", "the game has numbers, but no move"},
		{"Russian", "[GameType \"25\"]\n[Result \"2-0\"]\n1. c3-d4 f6-g5 2. d4-c5 b6xd4 2-0\n",
			`the game is Russian draughts (GameType "25"), not English draughts`},
		{"international", "[Variant \"International\"]\n[FEN \"W:W31-50:B1-20\"]\n[Result \"1-0\"]\n1. 32-28 19-23 1-0\n",
			`the game is International draughts (Variant "International"), not English draughts`},
	} {
		games := programtest.WriteGames(t, c.text)
		for name, command := range commands {
			t.Run(c.name+" "+name, func(t *testing.T) {
				stdout, stderr, status := programtest.Output(t, program, append(command, games)...)
				require.Equal(t, 1, status, stdout+stderr)
				require.Contains(t, stdout+stderr, c.want)
				require.Contains(t, stderr, "zonda: error: ")
			})
		}
	}
}
