package match

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"sync"
	"time"
)

// Live is what a running match tells those who watch it, in a file beside the journal that is written every second.
type Live struct {
	Updated time.Time `json:"updated"`
	Games   []Record  `json:"games"` // in play on this machine, without a result, by number
}

// Names of the files beside a journal.
const (
	liveExtension = ".live"
	stopExtension = ".stop"
)

const (
	liveEvery = time.Second
	liveFor   = 5 * time.Second // a file that is older is of a match that was killed
)

// ErrStopAsked ends a match for which AskToStop was called.
var ErrStopAsked = errors.New("the match was asked to stop")

// ReadLive returns what the match that writes a journal tells of itself, false if no match is writing the journal.
func ReadLive(journal string) (l Live, running bool) {
	data, err := os.ReadFile(journal + liveExtension)
	if err != nil || json.Unmarshal(data, &l) != nil {
		return Live{}, false
	}
	return l, time.Since(l.Updated) < liveFor
}

// AskToStop asks the match that writes a journal to stop, as an interrupt does. The match notices it within a second or
// two.
func AskToStop(journal string) error {
	const permissions = 0o600
	return os.WriteFile(journal+stopExtension, nil, permissions)
}

// Stage tells of the games in play, and hears those who ask the match to stop. The methods of nil do nothing; several
// goroutines may call them.
type Stage struct {
	journal string

	mu    sync.Mutex
	games map[int]Record
}

// NewStage returns the stage of the match that writes a journal.
func NewStage(journal string) *Stage { return &Stage{journal: journal, games: map[int]Record{}} }

// play tells of a game in play. Its plies may grow later, but do not change.
func (s *Stage) play(r Record) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r.Plies = slices.Clip(r.Plies)
	s.games[r.Game] = r
}

// leave tells that a game is not in play any more.
func (s *Stage) leave(game int) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.games, game)
}

// Run writes the file until ctx ends, and removes it then. It calls stop with ErrStopAsked when somebody asks for that. A
// folder in which no file can be written costs the match nothing but its watchers.
func (s *Stage) Run(ctx context.Context, stop context.CancelCauseFunc) {
	_ = os.Remove(s.journal + stopExtension) // meant for an earlier run
	ticks := time.NewTicker(liveEvery)
	defer ticks.Stop()
	defer func() { _ = os.Remove(s.journal + liveExtension) }()
	for {
		_ = s.write()
		if s.askedToStop() {
			stop(ErrStopAsked)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

func (s *Stage) askedToStop() bool { return os.Remove(s.journal+stopExtension) == nil }

// write replaces the file. It waits for no disk: a watcher needs the file only while the match runs.
func (s *Stage) write() error {
	data, err := json.Marshal(s.live())
	if err != nil {
		return err
	}
	const permissions = 0o600
	temporary := s.journal + liveExtension + ".new"
	if err := os.WriteFile(temporary, data, permissions); err != nil {
		return err
	}
	return os.Rename(temporary, s.journal+liveExtension)
}

func (s *Stage) live() Live {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := Live{Updated: time.Now().UTC(), Games: []Record{}}
	for _, r := range s.games {
		l.Games = append(l.Games, r)
	}
	slices.SortFunc(l.Games, func(a, b Record) int { return a.Game - b.Game })
	return l
}
