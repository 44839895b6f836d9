package compliance

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/hub"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/protocol/uci"
)

// rogueMark is the first argument of a test binary that runs as an engine.
const rogueMark = "be-an-engine"

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == rogueMark {
		(&rogue{breaks: os.Args[3], hub: os.Args[2] == "hub"}).run()
		return
	}
	os.Exit(m.Run())
}

var wins = regexp.MustCompile(`score win \d+`)

// rogue is the engine of the program, which breaks one rule.
type rogue struct {
	breaks   string // the name of a rule, or "nothing"
	hub      bool
	mu       sync.Mutex // for all below
	position string     // the last line with one
	searches int
	endless  bool
}

func (r *rogue) run() {
	e := session.New()
	in, toEngine := io.Pipe()
	fromEngine, out := io.Pipe()
	ended := make(chan struct{})
	go func() {
		lines := bufio.NewReader(fromEngine)
		for {
			line, err := lines.ReadString('\n')
			if line = strings.TrimRight(line, "\n"); line != "" {
				fmt.Print(r.said(line))
			}
			if err != nil {
				close(ended)
				return
			}
		}
	}()
	go r.hear(toEngine)
	if r.hub {
		_ = hub.NewSession(e, out).Run(context.Background(), in)
	} else {
		_ = uci.NewSession(e, out).Run(context.Background(), in)
	}
	_ = out.Close()
	<-ended
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.breaks == "end" && r.position != "quit" {
		os.Exit(1)
	}
}

// hear passes the lines of the input on, but for those that the rule forbids.
func (r *rogue) hear(to *io.PipeWriter) {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		for _, forward := range r.asked(strings.TrimRight(line, "\n")) {
			_, _ = io.WriteString(to, forward+"\n")
		}
		if err != nil {
			_ = to.Close()
			return
		}
	}
}

// asked returns what the engine gets for a line.
func (r *rogue) asked(line string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	const long, late, moves = 60_000, 300 * time.Millisecond, 20
	has := func(parts ...string) bool {
		for _, part := range parts {
			if strings.Contains(line, part) {
				return true
			}
		}
		return false
	}
	isPosition := strings.HasPrefix(line, "pos")
	if isPosition || line == "quit" {
		r.position = line
	}
	if strings.HasPrefix(line, "go ") {
		r.searches++
		r.endless = has("infinite", "analyze")
	}
	switch {
	case r.breaks == "sync" && r.endless && (line == "isready" || line == "ping"):
		return nil
	case r.breaks == "lines" && len(line) > long, r.breaks == "game" && isPosition && strings.Count(line, "-") > moves:
		os.Exit(3)
	case r.breaks == "position" && has("1-6 31-26"):
		return nil
	case r.breaks == "errors" && has("moves 1-32", `"1-32"`, "W33", "fen nonsense", "pos=short"):
		return nil
	case r.breaks == "captures" && has("6x15x22", "6x22x10x18"):
		return []string{"position fen nonsense", "pos pos=short"}
	case r.breaks == "limits" && has("nodes=2000"):
		return []string{"level infinite"}
	case r.breaks == "limits" && has("nodes 2000"):
		return []string{"go infinite"}
	case r.breaks == "stop" && line == "stop":
		time.Sleep(late)
	case r.breaks == "ponder" && has("go ponder") && r.hub:
		return []string{"level depth=2", "go think"}
	case r.breaks == "ponder" && has("go ponder"):
		return []string{"go depth 2"}
	case r.breaks == "quit" && line == "quit":
		os.Exit(1)
	}
	return []string{line}
}

// said returns what the host hears for a line.
func (r *rogue) said(line string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := func(fen string) bool {
		return r.position == of(client.UCI).position(game(fen)) || r.position == of(client.Hub).position(game(fen))
	}
	switch {
	case r.breaks == "start" && strings.HasPrefix(line, "option name Hash "):
		line = "option name Hash type spin"
	case r.breaks == "start" && strings.HasPrefix(line, "param "):
		line = strings.Replace(line, " type=", " typ=", 1)
	case r.breaks == "once" && r.searches == 3 && at("") && (strings.HasPrefix(line, "bestmove") || strings.HasPrefix(line, "done")):
		line += "\n" + line
	case r.breaks == "over" && line == "bestmove none" && at(blocked):
		line = "bestmove 21-25"
	case r.breaks == "over" && line == "done" && at(blocked):
		line = "done move=21-25"
	case r.breaks == "info":
		line = strings.Replace(strings.Replace(line, " nodes ", " nodes x", 1), " nodes=", " nodes=x", 1)
	case r.breaks == "line" && strings.Contains(line, " pv ") && strings.Contains(line, " cp "):
		line += " 1-32"
	case r.breaks == "line" && r.hub && strings.Contains(line, ` pv="`):
		line = strings.TrimSuffix(line, `"`) + ` 1-32"`
	case r.breaks == "win":
		line = wins.ReplaceAllString(line, "score win 2")
	}
	return line + "\n"
}
