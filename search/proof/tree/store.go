package tree

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"

	"go.etcd.io/bbolt"
	boltErrors "go.etcd.io/bbolt/errors"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
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
	return initialize(name, spec)
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
		return initialize(name, spec)
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

// initialize makes the buckets of an empty file.
func initialize(name string, spec Spec) (*Store, error) {
	db, err := openBolt(name, false)
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, spec: spec}
	err = s.update(func(w *writer) error {
		for _, name := range buckets {
			if _, err := w.tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return errors.Join(w.putJSON(specBucket, specKey, spec), w.putJSON(metaBucket, metaKey, meta{Clean: true}))
	})
	if err != nil {
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

// load reads what is small, and checks that the buckets are there.
func (s *Store) load() error {
	return s.view(func(r *reader) error {
		found := 0
		for _, name := range buckets {
			if r.tx.Bucket(name) != nil {
				found++
			}
		}
		switch first, _ := r.tx.Cursor().First(); {
		case first == nil:
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

// reader reads a store as it was at one moment. What it returns is valid after the transaction.
type reader struct{ tx *bbolt.Tx }

// view calls read with a reader.
func (s *Store) view(read func(*reader) error) (err error) {
	defer recovering(s.Name(), &err)()
	err = s.db.View(func(tx *bbolt.Tx) error { return read(&reader{tx}) })
	return err
}

// errDamaged is the error of an entry with a wrong checksum.
var errDamaged = errors.New("an entry has a wrong checksum")

// seal returns data with a checksum of key and data.
func seal(key, data []byte) []byte {
	return binary.BigEndian.AppendUint32(data, file.Checksum(key, data))
}

// unseal returns sealed data without its checksum.
func unseal(key, sealed []byte) ([]byte, error) {
	end := len(sealed) - file.ChecksumBytes
	if end < 0 || file.Checksum(key, sealed[:end]) != binary.BigEndian.Uint32(sealed[end:]) {
		return nil, errDamaged
	}
	return sealed[:end:end], nil
}

// json reads an entry, which must exist.
func (r *reader) json(bucket, key []byte, into any) error {
	return r.parse(bucket, key, r.tx.Bucket(bucket).Get(key), into)
}

// parse reads a sealed entry of a bucket.
func (r *reader) parse(bucket, key, sealed []byte, into any) error {
	data, err := unseal(key, sealed)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		return r.damaged(bucket, err)
	}
	return nil
}

func (r *reader) damaged(bucket []byte, err error) error {
	return fmt.Errorf("%s is damaged: bucket %s: %w", r.tx.DB().Path(), bucket, err)
}

// record returns the record of a position, with Black to move, and false if there is none.
func (r *reader) record(key certificate.Code) (Record, bool, error) {
	data := r.tx.Bucket(nodeBucket).Get(key[:])
	if data == nil {
		return Record{}, false, nil
	}
	record, err := decodeRecord(key, data)
	if err != nil {
		return Record{}, false, r.damaged(nodeBucket, err)
	}
	return record, true, nil
}

// eachRecord visits all records in the order of their codes.
func (r *reader) eachRecord(visit func(certificate.Code, Record)) error {
	return r.each(nodeBucket, func(key, data []byte) error {
		var code certificate.Code
		if copy(code[:], key) != len(key) || len(key) != len(code) {
			return r.damaged(nodeBucket, errDamaged)
		}
		record, err := decodeRecord(code, data)
		if err != nil {
			return r.damaged(nodeBucket, err)
		}
		visit(code, record)
		return nil
	})
}

// each visits the entries of a bucket in the order of their keys.
func (r *reader) each(bucket []byte, visit func(key, data []byte) error) error {
	return r.tx.Bucket(bucket).ForEach(visit)
}

// eachJSON visits the values of a bucket in the order of their keys.
func eachJSON[T any](r *reader, bucket []byte, visit func(T)) error {
	return r.each(bucket, func(key, data []byte) error {
		var value T
		err := r.parse(bucket, key, data, &value)
		if err == nil {
			visit(value)
		}
		return err
	})
}

// certificate returns the certificate of an answer, nil if the store has none.
func (r *reader) certificate(key certKey) ([]byte, error) {
	sealed := r.tx.Bucket(certBucket).Get(key[:])
	if sealed == nil {
		return nil, nil
	}
	return r.unsealed(key[:], sealed)
}

// unsealed returns a copy of a certificate from its entry.
func (r *reader) unsealed(key, sealed []byte) ([]byte, error) {
	data, err := unseal(key, sealed)
	if err != nil {
		return nil, r.damaged(certBucket, err)
	}
	return bytes.Clone(data), nil
}

// Verify reads the whole store and returns an error if anything in it is damaged or missing.
func (s *Store) Verify() error {
	return s.view(func(r *reader) error {
		var nodes, facts, certificates uint64
		err := errors.Join(
			r.eachRecord(func(certificate.Code, Record) { nodes++ }),
			eachJSON(r, factBucket, func(Fact) { facts++ }),
			r.each(certBucket, func(key, data []byte) error { certificates++; _, err := r.unsealed(key, data); return err }),
			eachJSON(r, outBucket, func(published) {}))
		if err != nil {
			return err
		}
		if nodes != s.meta.Nodes || facts != s.meta.Facts || certificates != s.meta.Certificates {
			return fmt.Errorf("%s is damaged: it has %d positions, %d facts and %d certificates of %d, %d and %d", s.Name(),
				nodes, facts, certificates, s.meta.Nodes, s.meta.Facts, s.meta.Certificates)
		}
		return nil
	})
}

// Backup copies the store to a file, which must not exist, as it is at one moment. It reads the copy again and compares
// it with what was written.
func (s *Store) Backup(name string) error {
	if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("%s exists", name)
	}
	written := sha256.New()
	err := s.view(func(r *reader) error {
		return file.WriteWhole(name, func(to io.Writer) error {
			_, err := r.tx.WriteTo(io.MultiWriter(to, written))
			return err
		})
	})
	if err != nil {
		return err
	}
	same, err := hasSum(name, written.Sum(nil))
	if err == nil && !same {
		err = fmt.Errorf("%s differs from what was written: the disk is not to be trusted", name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// hasSum reports whether a file has a SHA-256 sum.
func hasSum(name string, sum []byte) (bool, error) {
	from, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer from.Close() // only read
	have := sha256.New()
	if _, err := io.Copy(have, from); err != nil {
		return false, err
	}
	return string(have.Sum(nil)) == string(sum), nil
}
