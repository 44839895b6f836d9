package tree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"

	"go.etcd.io/bbolt"
	boltErrors "go.etcd.io/bbolt/errors"

	"github.com/zonda-checkers/zonda/internal/file"
)

// The buckets of a store.
var (
	specBucket = []byte("spec")
	nodeBucket = []byte("node")
	outBucket  = []byte("out")
	factBucket = []byte("fact")
	certBucket = []byte("cert")
	metaBucket = []byte("meta")

	buckets = [][]byte{specBucket, nodeBucket, outBucket, factBucket, certBucket, metaBucket}
)

// The keys of the buckets spec and meta, which have one entry each.
var (
	specKey = []byte("spec")
	metaKey = []byte("meta")
)

// Store is the file of a proof tree, a bbolt database. One program at a time may write it; several may read it while
// none writes. A transaction is on the disk as a whole or not at all, whenever the program ends.
type Store struct {
	db   *bbolt.DB
	spec Spec
	meta meta // as on the disk
}

const storePermissions = 0o666 // less what the umask takes away

// ErrInUse is the error of opening a store that another program holds.
var ErrInUse = errors.New("another program is using it")

// Create makes a store with a specification, in a file that must not exist.
func Create(name string, spec Spec) (*Store, error) {
	if _, err := os.Stat(name); err == nil {
		return nil, fmt.Errorf("%s exists", name)
	}
	db, err := openBolt(name, false)
	if err != nil {
		return nil, err
	}
	s := &Store{db: db}
	if err := s.initialize(spec); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// Open opens a store to write it. Its error says that the file is no store, that it is damaged, or ErrInUse.
func Open(name string) (*Store, error) { return open(name, false) }

// OpenForReading opens a store that this program does not change.
func OpenForReading(name string) (*Store, error) { return open(name, true) }

// OpenOrCreate opens the store of a specification to write it, and makes it if the file does not exist. A store with
// another goal, version or database is an error that names the difference.
func OpenOrCreate(name string, spec Spec) (*Store, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return Create(name, spec)
	}
	s, err := Open(name)
	if errors.Is(err, errUnborn) {
		return reborn(name, spec)
	}
	if err != nil {
		return nil, err
	}
	if err := s.spec.Check(spec); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), s.Close())
	}
	return s, nil
}

// errUnborn is the error of a file whose writer was killed before the first transaction.
var errUnborn = errors.New("the store is empty")

// reborn initializes a store whose writer was killed before the first transaction.
func reborn(name string, spec Spec) (*Store, error) {
	db, err := openBolt(name, false)
	if err != nil {
		return nil, err
	}
	s := &Store{db: db}
	if err := s.initialize(spec); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

func open(name string, readOnly bool) (*Store, error) {
	if _, err := os.Stat(name); err != nil {
		return nil, err // bbolt would make the file
	}
	if err := checkLength(name); err != nil {
		return nil, err
	}
	db, err := openBolt(name, readOnly)
	if err != nil {
		return nil, err
	}
	s := &Store{db: db}
	if err := s.load(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// checkLength returns an error if the file is shorter than its header says. bbolt would read behind the end.
func checkLength(name string) error {
	info, err := os.Stat(name)
	if err != nil || info.Size() == 0 {
		return err // an empty file becomes a store
	}
	db, err := openBolt(name, true)
	if err != nil {
		return err
	}
	s := &Store{db: db}
	err = s.view(func(r *reader) error {
		if have, want := info.Size(), r.tx.Size(); have < want {
			return fmt.Errorf("%s is cut short: it has %d of at least %d bytes", name, have, want)
		}
		return nil
	})
	return errors.Join(err, db.Close())
}

// openBolt opens a file of bbolt's and waits a moment for another program that is about to end.
func openBolt(name string, readOnly bool) (db *bbolt.DB, err error) {
	defer recovering(name, &err)()
	db, err = bbolt.Open(name, storePermissions, &bbolt.Options{
		Timeout: file.Moment, ReadOnly: readOnly, FreelistType: bbolt.FreelistMapType,
	})
	switch {
	case errors.Is(err, boltErrors.ErrTimeout):
		return nil, fmt.Errorf("%s: %w", name, ErrInUse)
	case errors.Is(err, boltErrors.ErrInvalid), errors.Is(err, boltErrors.ErrChecksum), errors.Is(err, boltErrors.ErrVersionMismatch):
		return nil, fmt.Errorf("%s is no store of a proof, or is damaged: %w", name, err)
	case err != nil:
		return nil, fmt.Errorf("store %s: %w", name, err)
	}
	return db, nil
}

// recovering turns a panic of bbolt, and a fault of its memory map, into an error: the file is damaged. The returned
// function must be deferred.
func recovering(name string, err *error) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		if fault := recover(); fault != nil {
			*err = fmt.Errorf("%s is damaged: %v", name, fault)
		}
	}
}

// initialize makes the buckets of an empty file.
func (s *Store) initialize(spec Spec) error {
	s.spec = spec
	return s.update(func(w *writer) error {
		for _, name := range buckets {
			if _, err := w.tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return errors.Join(w.putJSON(specBucket, specKey, spec), w.putJSON(metaBucket, metaKey, meta{Clean: true}))
	})
}

// load reads what is small, and checks that the buckets are there.
func (s *Store) load() error {
	return s.view(func(r *reader) error {
		found := 0
		for _, name := range buckets {
			if r.tx.Bucket(name) != nil {
				found++
			}
		}
		switch {
		case found == 0 && r.isEmpty():
			return fmt.Errorf("%s: %w", s.Name(), errUnborn)
		case found < len(buckets):
			return fmt.Errorf("%s is no store of a proof", s.Name())
		}
		if err := r.json(specBucket, specKey, &s.spec); err != nil {
			return err
		}
		if s.spec.Format != FormatVersion {
			return fmt.Errorf("%s has format %d; this program reads format %d", s.Name(), s.spec.Format, FormatVersion)
		}
		return r.json(metaBucket, metaKey, &s.meta)
	})
}

// Name returns the name of the file.
func (s *Store) Name() string { return s.db.Path() }

// Spec returns what the store is for.
func (s *Store) Spec() Spec { return s.spec }

// Close closes the file. Transactions that were not committed are lost.
func (s *Store) Close() error { return s.db.Close() }
