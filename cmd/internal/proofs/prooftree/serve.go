package prooftree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/cmd/internal/proofs"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// Settings are the flags of Serve, with the goal.
type Settings struct {
	Goal    tree.Goal `kong:"-"` // the zero value for that of the store
	Store   string    `required:"" help:"The file of the proof tree; made if it is not there, otherwise the proof goes on." placeholder:"FILE"`
	Workers int       `help:"Items that are solved at once; 0 for as many as there are CPUs, with --on as many as all workers have threads." default:"0" placeholder:"N" min:"0" max:"1024"`
	Line    []string  `help:"Games whose moves are looked at first." placeholder:"FILE.pdn"`
	Budget  uint64    `name:"nodes" help:"Nodes of an item; 0 for those of the store, or 5000000 for a new store." default:"0" placeholder:"NODES"`
	Table   int       `name:"hash" help:"Memory in MiB of all workers together, also with --on: each has this number divided by --workers (default ${default})." default:"512" placeholder:"MIB" min:"4" max:"262144"`
	EGDB    string    `name:"egdb" help:"Directory with slice files; the databases in the program fill what it does not have." placeholder:"DIR" holds:"*.zdb"`
	Pieces  int       `help:"Lines end at database positions of up to N pieces; those of the store if it is not given, for a new store all that the databases have." placeholder:"N" min:"0"`
	Ordered bool      `help:"Use results in the order of their items: the same tree on every host, if --workers and --hash are the same and nothing is interrupted. Fast workers may have to wait for slow ones."`

	// Remote returns a function that makes the queue of a claim to other hosts, and one that closes all queues. It calls
	// show with a text on what the hosts do. Without Remote this host works.
	Remote func(ctx context.Context, t Terms, out *cli.Meter, show func(string)) (newQueue func() tree.Queue, closeAll func(), err error) `kong:"-"`
}

// defaultBudget is the nodes of an item: some 10 to 30 seconds.
const defaultBudget = 5_000_000

// SolverVersion changes whenever the solver finds other answers, or the same ones with other nodes. TestSolverVersion
// fails until it does.
const SolverVersion = "zonda 3"

// adopt takes from the store, if it is there, what the settings leave open. A file that is no store is left to those who
// open it for writing.
func (s *Settings) adopt() error {
	store, err := tree.OpenForReading(s.Store)
	if err != nil {
		if s.Goal.Relation != "" {
			return nil
		}
		if errors.Is(err, fs.ErrNotExist) {
			return errors.New("a new store needs --goal or --opening")
		}
		return err
	}
	spec := store.Spec()
	if s.Pieces == 0 {
		s.Pieces = spec.Pieces
	}
	if s.Goal.Relation == "" {
		s.Goal, err = tree.ParseGoal(spec.Goal)
	}
	return errors.Join(err, store.Close())
}

// table returns the memory of each worker in MiB.
func (s Settings) table() int { return max(1, s.Table/s.workers()) }

// workers returns how many workers the settings ask for.
func (s Settings) workers() int { return cmp.Or(s.Workers, runtime.NumCPU()) }

// Terms are what all items of a store have in common.
type Terms struct {
	Store   string // the file
	Leaves  certificate.Leaves
	Table   int // MiB of an item
	Workers int // items that are worked on at once; 0 for as many as there are threads
}

// queues returns what makes the queues of the claims, and what ends that.
func (v *server) queues(ctx context.Context) (newQueue func() tree.Queue, closeAll func(), err error) {
	newQueue, closeAll = v.newLocal, func() {}
	if v.Remote != nil {
		terms := Terms{Store: v.Store, Leaves: v.leaves, Table: v.table(), Workers: v.Workers}
		if v.Ordered {
			terms.Workers = v.workers()
		}
		newQueue, closeAll, err = v.Remote(ctx, terms, v.display.meter, func(text string) { v.display.hosts = text })
	}
	if err != nil || !v.Ordered {
		return newQueue, closeAll, err
	}
	inner := newQueue
	return func() tree.Queue { return newOrdered(inner()) }, closeAll, nil
}

// server is a goal with all that works on it.
type server struct {
	Settings
	library  *egdb.DB
	leaves   certificate.Leaves
	store    *tree.Store
	lines    [][]board.Position
	display  *display
	newQueue func() tree.Queue
}

// Serve works on a goal until it is proven or disproven, or until ctx ends: then the verdict is Open, and the same
// settings go on. It prints how far it is.
func Serve(ctx context.Context, s Settings, out io.Writer) (verdict proofs.Verdict, err error) {
	if err := s.adopt(); err != nil {
		return proofs.Open, err
	}
	v := &server{Settings: s}
	if v.lines, err = readLines(ctx, s.Line); err != nil {
		return proofs.Open, fmt.Errorf("line: %w", err)
	}
	if v.library, err = endings.OpenFilled(s.EGDB, ""); err != nil {
		return proofs.Open, err
	}
	defer func() { err = errors.Join(err, v.library.Close()) }()
	if v.leaves, err = proofs.LeavesOf(v.library, s.Pieces); err != nil {
		return proofs.Open, err
	}
	if err := tree.CheckGoal(s.Goal, v.library, v.leaves.Pieces); err != nil {
		return proofs.Open, err
	}
	versions := tree.Versions{Solver: SolverVersion, Pieces: v.leaves.Pieces, Database: v.leaves.Sum}
	if v.store, err = tree.OpenOrCreate(s.Store, tree.NewSpec(s.Goal, cmp.Or(s.Budget, defaultBudget), versions)); err != nil {
		return proofs.Open, err
	}
	defer func() { err = errors.Join(err, v.store.Close()) }()
	v.display = newDisplay(out, s.Store, s.Goal.String())
	newQueue, closeQueues, err := v.queues(ctx)
	if err != nil {
		return proofs.Open, err
	}
	defer closeQueues()
	v.newQueue = newQueue
	if verdict, err = v.prove(ctx); err != nil {
		return verdict, err
	}
	return verdict, v.display.end(verdict)
}

// prove works on the claims of the goal, one after the other. One that is disproven ends it.
func (v *server) prove(ctx context.Context) (proofs.Verdict, error) {
	for _, claim := range v.Goal.Claims() {
		m, err := v.claim(ctx, claim)
		switch {
		case err != nil && ctx.Err() != nil:
			v.display.meter.Line("interrupted; the same command goes on")
			return proofs.Open, nil
		case err != nil:
			return proofs.Open, err
		case m.Disproven():
			return proofs.Disproven, nil
		}
	}
	return proofs.Proven, nil
}

// claim works on one claim.
func (v *server) claim(ctx context.Context, claim certificate.Claim) (*tree.Manager, error) {
	m, err := tree.NewManager(v.store, claim, tree.Options{
		Known: v.library, Budget: v.Budget, Log: func(message string) { v.display.meter.Line("%s", cli.Fit(message, maxMessage)) },
	})
	if err != nil {
		return nil, err
	}
	if err := follow(m, v.lines); err != nil {
		return nil, err
	}
	v.display.written = time.Time{} // the first report writes the status
	err = m.Run(ctx, v.newQueue(), func() { v.display.show(m.Status) })
	v.display.line.Clear()
	if failed := v.display.write(m.Status(), false); err == nil {
		err = failed // the first error is what matters
	}
	return m, err
}

// maxMessage is the largest number of characters of a message of the manager that are printed; a stack may be long.
const maxMessage = 500

// newLocal returns a queue to solvers in this program, one for each worker.
func (v *server) newLocal() tree.Queue {
	options := proof.Options{Table: v.table()}
	solvers := make([]*proof.Solver, v.workers())
	return tree.NewLocal(len(solvers), func(ctx context.Context, worker int, item tree.Item) (proof.Result, error) {
		q, err := item.Question()
		if err != nil {
			return proof.Result{}, err
		}
		if solvers[worker] == nil {
			solvers[worker] = proof.NewSolver(v.library, v.leaves, options)
		}
		solver := solvers[worker]
		if item.Seed != 0 { // another order of moves, for this item alone
			seeded := options
			seeded.Seed = item.Seed
			solver = proof.NewSolver(v.library, v.leaves, seeded)
		}
		return solver.Solve(ctx, q, item.Budget), nil
	})
}

// withStore opens a store and its databases for use.
func withStore(open func(string) (*tree.Store, error), name, directory string, use func(*tree.Store, *egdb.DB) error) (err error) {
	s, err := open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	library, err := endings.OpenFilled(directory, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, library.Close()) }()
	spec := s.Spec()
	if spec.Pieces > library.Complete() || library.Sum(spec.Pieces) != spec.Database {
		return fmt.Errorf("%s was made with databases of %d pieces with the sum %08x, which are not those here", name, spec.Pieces, spec.Database)
	}
	return use(s, library)
}

// Export writes the certificates of a store to a directory; if minimal is true, only those that its goal needs.
func Export(store, directory, to string, minimal bool, out io.Writer) error {
	return withStore(tree.OpenForReading, store, directory, func(s *tree.Store, l *egdb.DB) error {
		goal, err := tree.ParseGoal(s.Spec().Goal)
		if err != nil {
			return err
		}
		var managers []*tree.Manager
		for _, claim := range goal.Claims() {
			m, err := tree.NewManager(s, claim, tree.Options{Known: l})
			if err != nil {
				return err
			}
			managers = append(managers, m)
		}
		count, err := tree.Export(to, cli.ProgramVersion().String(), minimal, managers...)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s in %s\n", cli.Count(count, "certificate", "certificates"), to)
		return err
	})
}

// Import adds the answers of a directory of certificates to a store, after checking them.
func Import(ctx context.Context, store, directory, from string, out io.Writer) error {
	return withStore(tree.Open, store, directory, func(s *tree.Store, l *egdb.DB) error {
		done, err := tree.Import(ctx, s, from, l)
		if err != nil {
			return cli.Interrupted(ctx, err, "nothing is changed")
		}
		_, err = fmt.Fprintf(out, "%s, and %s to expand, from %s\n", cli.Count(done.Facts, "answer", "answers"),
			cli.Count(done.Expanded, "position", "positions"), from)
		return err
	})
}

// Backup copies a store, with its status if there is one, and compares the copy.
func Backup(store, to string, out io.Writer) (err error) {
	s, err := tree.OpenForReading(store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := errors.Join(s.Verify(), s.Backup(to)); err != nil {
		return err
	}
	status, err := os.ReadFile(statusName(store))
	if err == nil {
		err = file.WriteWhole(statusName(to), file.Bytes(status))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is copied to %s and compared\n", store, to)
	return err
}

// ordered is a queue whose results come one at a time, in the order in which the items were published. Then the tree does
// not depend on who is faster, and is the same on every host if the number of workers is the same and the command is not interrupted
// (docs/proofs.md says why). A worker may have to wait for a slower one.
type ordered struct {
	tree.Queue
	out  []string               // items that were published, without those received
	came map[string]tree.Result // results that wait for their turn
	last uint64                 // sequence of the last result received
}

func newOrdered(q tree.Queue) *ordered { return &ordered{Queue: q, came: map[string]tree.Result{}} }

// Begin begins the queue below.
func (q *ordered) Begin(ctx context.Context, applied uint64) error {
	q.last = applied
	return q.Queue.Begin(ctx, applied)
}

// Publish hands over an item.
func (q *ordered) Publish(ctx context.Context, item tree.Item) error {
	q.out = append(q.out, item.ID)
	return q.Queue.Publish(ctx, item)
}

// Receive returns the result of the item that was published first, if it has come.
func (q *ordered) Receive(ctx context.Context) ([]tree.Result, error) {
	if len(q.out) == 0 || !q.has(q.out[0]) {
		results, err := q.Queue.Receive(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range results {
			q.came[r.Item.ID] = r
		}
	}
	if len(q.out) == 0 || !q.has(q.out[0]) {
		return nil, nil
	}
	r := q.came[q.out[0]]
	delete(q.came, q.out[0])
	q.out = q.out[1:]
	q.last++
	r.Sequence = q.last
	return []tree.Result{r}, nil
}

// has reports whether the result of an item has come.
func (q *ordered) has(id string) bool {
	_, found := q.came[id]
	return found
}
