package farm

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/zonda-checkers/zonda/internal/file"
)

// roleVariable is the environment variable that makes the test program a server, a worker or a producer.
const roleVariable = "ZONDA_WORK_ROLE"

// waiters is how many tests run at once for each CPU: most of their time they wait for pauses to pass.
const waiters = 5

func TestMain(m *testing.M) {
	role := os.Getenv(roleVariable)
	if role == "" {
		flag.Parse()
		if err := flag.Set("test.parallel", strconv.Itoa(waiters*runtime.GOMAXPROCS(0))); err != nil {
			panic(err)
		}
		os.Exit(m.Run())
	}
	roles := map[string]func(arguments []string) error{"serve": serveRole, "work": workRole, "produce": produceRole, "bare": bareRole}
	if err := roles[role](os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// process returns the test program as a process with a role.
func process(role string, arguments ...string) *exec.Cmd {
	command := exec.Command(os.Args[0], arguments...)
	command.Env = append(os.Environ(), roleVariable+"="+role)
	command.Stderr = os.Stderr
	return command
}

// sayOnStderr prints a line for people.
func sayOnStderr(format string, arguments ...any) { fmt.Fprintf(os.Stderr, format+"\n", arguments...) }

// serveRole runs a server: STORE.
func serveRole(arguments []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s, err := StartServer(ctx, ServerOptions{Store: arguments[0], Listen: "127.0.0.1:0"}, sayOnStderr)
	if err != nil {
		return err
	}
	fmt.Println(s.Address())
	return errors.Join(s.Wait(ctx), s.Close())
}

// bareRole runs a server of NATS without anything of this program.
func bareRole([]string) error {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		return err
	}
	s.Start()
	if !s.ReadyForConnections(startTimeout) {
		return errors.New("the server does not start")
	}
	fmt.Println(s.ClientURL())
	for range time.Tick(freePause) {
		debug.FreeOSMemory()
	}
	return nil
}

// dialRole connects to a server that may be dead at the moment.
func dialRole(text string, dial func(context.Context, Address, Say) (*Link, error)) (*Link, error) {
	a, err := ParseAddress(text)
	if err != nil {
		return nil, err
	}
	const patience = time.Minute
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	l, err := dial(ctx, a, silent)
	if err == nil {
		l.pace = deadlyPace()
	}
	return l, err
}

// workRole runs a worker: ADDRESS.
func workRole(arguments []string) error {
	l, err := dialRole(arguments[0], DialWorker)
	if err != nil {
		return err
	}
	const threads = 2
	return newWorker(l, fmt.Sprint("worker", os.Getpid()), threads).Run(context.Background())
}

// produceRole asks for squares: ADDRESS JOURNAL TASKS MILLISECONDS. It writes each result into the journal, and
// leaves out the tasks that are there.
func produceRole(arguments []string) (err error) {
	l, err := dialRole(arguments[0], Dial)
	if err != nil {
		return err
	}
	defer l.Close()
	tasks, err := strconv.Atoi(arguments[2])
	if err != nil {
		return err
	}
	milliseconds, err := strconv.Atoi(arguments[3])
	if err != nil {
		return err
	}
	journal, err := file.OpenJournal(arguments[1])
	if err != nil {
		return err
	}
	defer func() { _ = journal.Close() }() // every line is synced
	done := map[int]bool{}
	if err := journal.Resume(func(_ int, line []byte) error {
		var s square
		err := json.Unmarshal(line, &s)
		done[s.Number] = true
		return err
	}); err != nil {
		return err
	}
	left := restOf(tasks, time.Duration(milliseconds)*time.Millisecond, done)
	return newPool(l, "producer").Do(context.Background(), left, func(_ sum, r square) error {
		if err := journal.Add(r); err != nil {
			return err
		}
		return journal.Sync()
	})
}

// restOf returns the tasks whose squares are not done.
func restOf(tasks int, sleep time.Duration, done map[int]bool) iter.Seq2[sum, error] {
	return func(yield func(sum, error) bool) {
		for i := range tasks {
			if !done[i*i] && !yield(sum{Number: i, Sleep: sleep}, nil) {
				return
			}
		}
	}
}

// firstLine returns the first line that a process prints.
func firstLine(c *exec.Cmd) (string, error) {
	out, err := c.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := c.Start(); err != nil {
		return "", err
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		return "", fmt.Errorf("the process printed nothing: %w", c.Wait())
	}
	return lines.Text(), nil
}
