package main_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/match/compliance"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/protocol/uci"
)

// The tests here let "zonda host" run libraries under Wine: this engine's own, and those of testdata/engine.c.

// guests is a folder with the program, this engine's library, and libraries that are built when a test asks for them.
type guests struct {
	t      *testing.T
	folder string
	world  bits
}

func TestHostUnderWine(t *testing.T) {
	onlyWhenAsked(t)
	readSources(t)
	wine := findWine()
	if wine == "" {
		t.Skip("libraries under Wine: wine is not installed")
	}
	prefix := makeWine(t, wine)
	t.Setenv("WINEPREFIX", prefix)
	for _, world := range worlds {
		t.Run(world.name, func(t *testing.T) {
			if _, err := exec.LookPath(world.compiler); err != nil {
				t.Skipf("libraries under Wine: %s is not installed", world.compiler)
			}
			b := bench{wine: wine, prefix: prefix, folder: t.TempDir(), dll: world.dll}
			b.mustRun(t, world)
			g := guests{t, b.folder, world}
			build(t, g.folder, world)
			c := exec.Command("go", "build", "-trimpath", "-o", g.host(), "../zonda")
			c.Env = append(os.Environ(), "CGO_ENABLED=1", "GOOS=windows", "GOARCH="+world.processor, "GOAMD64=v1", "CC="+world.compiler)
			out, err := c.CombinedOutput()
			require.NoError(t, err, "%s", out)
			for _, part := range []struct {
				name string
				test func(*testing.T, guests)
			}{
				{"Itself", testItself}, {"Game", testGuests}, {"Rogues", testRogues}, {"Rules", testRules},
			} {
				t.Run(part.name, func(t *testing.T) {
					enough(t)
					part.test(t, g)
				})
			}
		})
	}
}

// host returns the program that loads the libraries.
func (g guests) host() string {
	return filepath.Join(g.folder, map[string]string{"64": "zonda.exe", "32": "zonda32.exe"}[g.world.name])
}

// spec returns an engine that is a library of the folder.
func (g guests) spec(library string) client.Spec {
	return client.Spec{Command: []string{filepath.Join(g.folder, library)}, Protocol: client.CheckerBoard, Host: []string{g.host()}}
}

// compile returns an engine that is testdata/engine.c with definitions.
func (g guests) compile(t *testing.T, definitions ...string) client.Spec {
	name := strings.Join(definitions, "-") + ".dll"
	arguments := []string{"-O1", "-shared", "-static-libgcc", "-o", filepath.Join(g.folder, name), "testdata/engine.c"}
	for _, d := range definitions {
		arguments = append(arguments, "-D"+d)
	}
	out, err := exec.Command(g.world.compiler, arguments...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return g.spec(name)
}

var iteration = regexp.MustCompile(`(?m)^info depth (\d+) .* nodes (\d+) .*pv (\S+)`)

// iterations returns the depth, the nodes and the move of each iteration that is told, and the greatest depth.
func iterations(text string) (all []string, deepest int) {
	for _, found := range iteration.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.Join(found[1:], " "))
		_, _ = fmt.Sscan(found[1], &deepest)
	}
	return all, deepest
}

// search sends lines and returns what is answered up to the move.
func search(t *testing.T, in io.WriteCloser, out io.Reader, lines string) string {
	t.Helper()
	_, err := io.WriteString(in, lines)
	require.NoError(t, err)
	var text []string
	for s := bufio.NewScanner(out); s.Scan(); {
		text = append(text, strings.TrimRight(s.Text(), "\r"))
		if strings.HasPrefix(s.Text(), "bestmove") {
			break
		}
	}
	return strings.Join(text, "\n")
}

// testItself lets the library search positions, and the engine to the same depth: the iterations are the same.
func testItself(t *testing.T, g guests) {
	all := 0
	for _, fen := range []string{
		"B:W21-32:B1-12", "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "B:W19,21,23,25-27,29-32:B1-5,7-11", "W:W13,17,21,22,25,30:B5,6,10,14,15,K28",
		"B:W17,20-22,24,27,29-31:B1-3,5,9-12,15",
	} {
		cmd, err := g.spec(g.world.dll + ".dll").Cmd(t.Context())
		require.NoError(t, err)
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		end := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
		told, deepest := iterations(search(t, in, out, fmt.Sprintf("setoption name book value 0\nposition fen %s\ngo movetime 1000\n", fen)))
		require.NoError(t, in.Close())
		_ = cmd.Wait()
		end.Stop()
		told = slices.DeleteFunc(told, func(i string) bool { return strings.HasPrefix(i, fmt.Sprint(deepest, " ")) }) // it may be cut
		require.NotEmpty(t, told, fen)

		lines, input := io.Pipe()
		output, answers := io.Pipe()
		go func() { _ = uci.NewSession(session.New(), answers).Run(t.Context(), lines) }()
		itself, _ := iterations(search(t, input, output, fmt.Sprintf("setoption name OwnBook value off\nposition fen %s\ngo depth %d\n", fen, deepest)))
		require.NoError(t, errorsOf(input.Close(), output.Close()))
		require.Subset(t, itself, told, fen)
		all += len(told)
	}
	require.Greater(t, all, 15)
	t.Logf("%d iterations are those of the engine", all)
}

func errorsOf(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// asking returns the request for a move, with much patience.
func asking(g *board.Game) client.Request {
	return client.Request{Game: g, Limits: client.Limits{MoveTime: 50 * time.Millisecond}, Deadline: patience}
}

// begin starts an engine and a game.
func begin(t *testing.T, spec client.Spec) *client.Player {
	t.Helper()
	p, err := client.Start(t.Context(), spec, client.Setup{Patience: patience})
	require.NoError(t, err)
	t.Cleanup(p.Close)
	require.NoError(t, p.NewGame(t.Context()))
	return p
}

// testGuests lets a library that looks three plies ahead play two that play any move: it wins.
func testGuests(t *testing.T, g guests) {
	clever := begin(t, g.compile(t, "PLIES=3"))
	require.Equal(t, "3 plies", clever.Name())
	for seed := range 2 {
		spec := g.compile(t, "PLIES=0")
		spec.Options = []client.Setting{{Name: "level", Value: fmt.Sprint(seed)}}
		random := begin(t, spec)
		require.NoError(t, clever.NewGame(t.Context()))
		game := board.NewGame(board.Start())
		side := board.Color(seed) // of the clever one
		for {
			if o, over := game.Outcome(); over {
				winner, won := o.Winner.Color()
				require.True(t, won && winner == side, "%s", o)
				break
			}
			mover := random
			if game.Position().Turn == side {
				mover = clever
			}
			reply, err := mover.Think(t.Context(), asking(game))
			require.NoError(t, err)
			game.Play(reply.Move)
		}
		random.Close()
	}
}

// testRogues lets libraries do wrong: the fault names what, and the next engine plays.
func testRogues(t *testing.T, g guests) {
	for number, want := range []string{
		1: "no move within", 2: "crash", 3: "", 4: "", 5: "crash", 6: "nonsense: answered \"?\" in ", 7: "the library has not moved in", 8: "no move leads from",
	} {
		if number == 0 {
			continue
		}
		p := begin(t, g.compile(t, "PLIES=1", fmt.Sprint("ROGUE=", number)))
		game, err := board.NewGame(board.Start()), error(nil)
		for err == nil && len(game.Moves()) < 6 {
			request := asking(game)
			if number == 1 && len(game.Moves()) == 1 {
				request.Deadline = time.Second
			}
			var reply client.Reply
			if reply, err = p.Think(t.Context(), request); err == nil {
				game.Play(reply.Move)
			}
		}
		if want == "" {
			require.NoError(t, err, "%d", number)
		} else {
			require.ErrorContains(t, err, want, "%d", number)
			require.ErrorAs(t, err, new(*client.Fault))
		}
		p.Close()
		t.Logf("%d: %v", number, err)
	}
	good := begin(t, g.compile(t, "PLIES=1"))
	_, err := good.Think(t.Context(), asking(board.NewGame(board.Start())))
	require.NoError(t, err)
}

// testRules checks the library as "zonda check-engine" does.
func testRules(t *testing.T, g guests) {
	rules := 0
	require.NoError(t, compliance.Check(t.Context(), g.spec(g.world.dll+".dll"), patience, func(r compliance.Result) {
		require.True(t, r.Passed || r.Rule == "stop", "%+v", r) // a busy host is slow to stop
		rules++
	}))
	require.Greater(t, rules, 10)
}
