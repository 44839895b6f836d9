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
	Games   []Record  `json:"games"` // in play on this host, without a result, by number
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

// Broadcast publishes the games in play beside the journal, and reads requests to stop. Several goroutines may call its
// methods. play and leave of nil do nothing.
type Broadcast struct {
	journal string

	mu    sync.Mutex
	games map[int]Record
}

// newBroadcast returns the broadcast of the match that writes a journal.
func newBroadcast(journal string) *Broadcast {
	return &Broadcast{journal: journal, games: map[int]Record{}}
}

// play tells of a game in play. Its plies may grow later, but do not change.
func (b *Broadcast) play(r Record) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	r.Plies = slices.Clip(r.Plies)
	b.games[r.Game] = r
}

// leave tells that a game is not in play any more.
func (b *Broadcast) leave(game int) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.games, game)
}

// Run writes the file until ctx ends, and removes it then. It calls stop with ErrStopAsked when somebody asks for that. If
// no file can be written in the folder, the match goes on, but nobody can watch it.
func (b *Broadcast) Run(ctx context.Context, stop context.CancelCauseFunc) {
	_ = os.Remove(b.journal + stopExtension) // meant for an earlier run
	ticks := time.NewTicker(liveEvery)
	defer ticks.Stop()
	defer func() { _ = os.Remove(b.journal + liveExtension) }()
	for {
		_ = b.write()
		if os.Remove(b.journal+stopExtension) == nil {
			stop(ErrStopAsked)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// write replaces the file. It waits for no disk: a watcher needs the file only while the match runs.
func (b *Broadcast) write() error {
	data, err := json.Marshal(b.live())
	if err != nil {
		return err
	}
	const permissions = 0o600
	temporary := b.journal + liveExtension + ".new"
	if err := os.WriteFile(temporary, data, permissions); err != nil {
		return err
	}
	return os.Rename(temporary, b.journal+liveExtension)
}

func (b *Broadcast) live() Live {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := Live{Updated: time.Now().UTC(), Games: []Record{}}
	for _, r := range b.games {
		l.Games = append(l.Games, r)
	}
	slices.SortFunc(l.Games, func(x, y Record) int { return x.Game - y.Game })
	return l
}
