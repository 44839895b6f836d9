package fake

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// engine is the state of the process.
type engine struct {
	arguments map[string]string
	in        *bufio.Scanner
	out       io.Writer
	random    *rand.Rand
	position  board.Position
	asked     int  // moves asked for
	refused   bool // the last position was refused, and comes again now
}

// exit is the exit status of the process; goOn says that the process does not end.
type exit int

const (
	goOn    exit = -1
	done    exit = 0
	failed  exit = 1
	misused exit = 2
	crashed exit = 3
)

// Main runs the engine on standard input and output until it is told to quit, its input ends
// or its arguments want it to fail, and returns the exit status.
func Main(arguments []string) int { return Run(arguments, os.Stdin, os.Stdout) }

// Run is Main for another input and output.
func Run(arguments []string, in io.Reader, out io.Writer) int {
	e := engine{
		arguments: map[string]string{"name": "fake"},
		in:        bufio.NewScanner(in),
		out:       out,
		position:  board.Start(),
	}
	known := strings.Fields("hub name random unscored nostart silent refuse deaf crashnew crash panic leave hang late " +
		"expect illegal nonsense none resign flood longline twice noise hesitate")
	for _, argument := range arguments {
		key, value, _ := strings.Cut(argument, "=")
		if !slices.Contains(known, key) {
			fmt.Fprintf(os.Stderr, "fake: unknown argument %q\n", argument)
			return int(misused)
		}
		e.arguments[key] = value
	}
	if seed, err := strconv.ParseUint(e.arguments["random"], 10, 64); err == nil {
		e.random = rand.New(rand.NewPCG(seed, seed))
	}
	return int(e.run())
}

func (e *engine) run() exit {
	if e.has("nostart") {
		fmt.Fprintln(os.Stderr, "fake: no start, as asked")
		return failed
	}
	obey := e.uci
	if e.has("hub") {
		obey = e.hub
	}
	for e.in.Scan() {
		if e.has("silent") {
			continue
		}
		if status := obey(strings.TrimRight(e.in.Text(), "\r")); status != goOn {
			return status
		}
	}
	return done
}

func (e *engine) has(argument string) bool {
	_, ok := e.arguments[argument]
	return ok
}

func (e *engine) say(format string, values ...any) {
	fmt.Fprintf(e.out, format+"\n", values...)
}

// choose returns a legal move of the position, which must have one.
func (e *engine) choose() board.Move {
	var l board.MoveList
	e.position.Moves(&l)
	if e.random == nil {
		return l.At(0)
	}
	return l.At(e.random.IntN(l.Len()))
}

// principal returns a principal variation: the move and, if the arguments want one, a reply.
func (e *engine) principal(m board.Move, text func(p board.Position, m board.Move) string) string {
	var replies board.MoveList
	after := e.position.Play(m)
	after.Moves(&replies)
	if !e.has("expect") || replies.Len() == 0 {
		return text(e.position, m)
	}
	return text(e.position, m) + " " + text(after, replies.At(0))
}

// material returns how many more pieces the side to move has than its opponent.
func (e *engine) material() int {
	p := e.position
	return p.Side(p.Turn).Count() - p.Side(p.Turn.Opponent()).Count()
}

// depth and nodes return invented numbers, the same in every run.
func (e *engine) depth() int { return 1 + e.asked%20 }
func (e *engine) nodes() int { return 1000 * e.asked }
