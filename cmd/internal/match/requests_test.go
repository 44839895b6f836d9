package match

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/protocol/client"
)

// said collects the lines that begin with a word, by engine.
type said struct {
	mu    sync.Mutex
	word  string
	lines map[string][]string
}

func (s *said) hear(engine, _, line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.HasPrefix(line, s.word) {
		s.lines[engine] = append(s.lines[engine], line)
	}
}

func (s *said) count() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, lines := range s.lines {
		n += len(lines)
	}
	return n
}

// Each engine gets its own limits and both clocks, by colour.
func TestClocksAreSent(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	p.Engines[0].Limits = client.Limits{Time: time.Hour, Increment: time.Second}
	p.Engines[1].Limits = client.Limits{Time: 2 * time.Hour, Increment: 3 * time.Second}
	heard := &said{word: "go ", lines: map[string][]string{}}
	options := RunOptions{Concurrency: 1, Setup: options.Setup}
	options.Setup.Transcript = heard.hear
	playAll(t, p, options)
	first := map[string]string{}
	for engine, lines := range heard.lines {
		first[engine] = lines[0]
	}
	var btime, wtime, binc, winc int64
	_, err := fmt.Sscanf(first["B"], "go btime %d wtime %d binc %d winc %d", &btime, &wtime, &binc, &winc)
	require.NoError(t, err)
	require.EqualValues(t, []int64{3600_000, 7200_000, 1000, 3000}, []int64{btime, wtime, binc, winc}, "A has Black first")
	last := heard.lines["B"][len(heard.lines["B"])-1]
	_, err = fmt.Sscanf(last, "go btime %d wtime %d binc %d winc %d", &btime, &wtime, &binc, &winc)
	require.NoError(t, err)
	require.Equal(t, []int64{3000, 1000}, []int64{binc, winc}, "then White")
	require.Greater(t, btime, wtime)
}

// As many games are in play at once as were asked for.
func TestConcurrency(t *testing.T) {
	p := planOf(t, 6, engineOf("A", "hang=1"), engineOf("B", "hang=1"))
	heard := &said{word: "go ", lines: map[string][]string{}}
	options := RunOptions{Concurrency: 3, Setup: options.Setup}
	options.Setup.Transcript = heard.hear
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- Run(ctx, NewStandings(p), options, &ledger{}) }()
	require.Eventually(t, func() bool { return heard.count() == 3 }, time.Minute, time.Millisecond)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	require.Equal(t, 3, heard.count())
}
