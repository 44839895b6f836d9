package match

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// An engine that restarts has a process for every game, and its words on standard error go to its file.
func TestRestartAndStderr(t *testing.T) {
	p := planOf(t, 4, engineOf("A"), engineOf("B"))
	p.Engines[0].Restart = true
	heard := &said{word: "uci", lines: map[string][]string{}}
	options := RunOptions{Concurrency: 1, Setup: options.Setup}
	options.Setup.Transcript = func(engine, direction, line string) {
		if line == "uci" {
			heard.hear(engine, direction, line)
		}
	}
	playAll(t, p, options)
	require.Len(t, heard.lines["A"], 4)
	require.Len(t, heard.lines["B"], 1)

	file := filepath.Join(t.TempDir(), "b.err")
	p = planOf(t, 2, engineOf("A"), engineOf("B", "crash=2"))
	p.Engines[1].Stderr = file
	playAll(t, p, options)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(text), "crash at move 2"), "a line of each crash: %s", text)
}

// An engine that tells scores for White has them turned for Black's moves, and its first lines come before all others.
func TestWordsOfOtherRunners(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	p.Openings[0].Start, p.Openings[0].Moves = board.Start(), nil
	_, plain := playAll(t, p, options)
	for i := range p.Engines {
		p.Engines[i].WhitePOV = true
	}
	p.Engines[0].Init = []string{"debug on", "hello"}
	var mu sync.Mutex
	var sent []string
	options := options
	options.Setup.Transcript = func(engine, direction, line string) {
		mu.Lock()
		defer mu.Unlock()
		if engine == "A" && direction == ">" {
			sent = append(sent, line)
		}
	}
	_, turned := playAll(t, p, options)
	require.Equal(t, []string{"debug on", "hello", "uci"}, sent[:3])
	differ := 0
	for i, ply := range plain[0].Plies {
		was, _ := client.ParseScore(ply.Score)
		is, _ := client.ParseScore(turned[0].Plies[i].Score)
		if i%2 == 0 {
			was.Men = -was.Men
		}
		require.InDelta(t, was.Men, is.Men, 1e-9, "ply %d", i)
		if was.Men != 0 {
			differ++
		}
	}
	require.NotZero(t, differ)
}
