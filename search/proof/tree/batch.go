package tree

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// certKey is the key of a certificate: the code of the position with Black to move, the question and the answer. If two
// facts contradict each other, the store has the certificates of both.
type certKey [len(certificate.Code{}) + 2]byte

func newCertKey(code certificate.Code, asked asker, a Answer) (key certKey) {
	copy(key[:], code[:])
	key[len(code)], key[len(code)+1] = byte(asked), byte(a)
	return key
}

// batch is what one transaction changes.
type batch struct {
	meta         meta
	records      map[certificate.Code]Record
	out          map[string]*published // by identity; nil removes an item
	facts        []Fact
	certificates map[certKey][]byte
}

func newBatch(m meta) *batch {
	return &batch{meta: m, records: map[certificate.Code]Record{}, out: map[string]*published{}, certificates: map[certKey][]byte{}}
}

// record returns the record of a position as the store will have it after the batch.
func (b *batch) record(s *Store, code certificate.Code) (record Record, err error) {
	if record, found := b.records[code]; found {
		return record, nil
	}
	err = s.view(func(r *reader) error {
		found := false
		if record, found, err = r.record(code); !found {
			record.Bounds = unbounded
		}
		return err
	})
	return record, err
}

// writer is a transaction that changes the store.
type writer struct{ reader }

// update calls write with a writer, and commits what it wrote. With an error nothing is changed.
func (s *Store) update(write func(*writer) error) (err error) {
	defer recovering(s.Name(), &err)()
	err = s.db.Update(func(tx *bbolt.Tx) error { return write(&writer{reader{tx}}) })
	if err != nil {
		return fmt.Errorf("store %s: %w", s.Name(), err)
	}
	return nil
}

// commit writes a batch to the disk. The bounds of a record are merged with those that the store has, so that no
// transaction loses a fact.
func (s *Store) commit(b *batch) error {
	m := b.meta
	err := s.update(func(w *writer) error {
		for _, write := range []func(*batch, *meta) error{w.putRecords, w.putOut, w.putFacts, w.putCertificates} {
			if err := write(b, &m); err != nil {
				return err
			}
		}
		return w.putJSON(metaBucket, metaKey, m)
	})
	if err == nil {
		s.meta = m
	}
	return err
}

func (w *writer) putJSON(bucket, key []byte, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return w.tx.Bucket(bucket).Put(key, seal(key, text))
}

func (w *writer) putRecords(b *batch, m *meta) error {
	for code, record := range b.records {
		old, found, err := w.record(code)
		if err != nil {
			return err
		}
		if found {
			record.Bounds = record.Bounds.Merge(old.Bounds)
		} else {
			m.Nodes++
		}
		if err := w.tx.Bucket(nodeBucket).Put(code[:], record.encode(code)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) putOut(b *batch, _ *meta) error {
	for id, p := range b.out {
		var err error
		if p == nil {
			err = w.tx.Bucket(outBucket).Delete([]byte(id))
		} else {
			err = w.putJSON(outBucket, []byte(id), p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) putFacts(b *batch, m *meta) error {
	for _, fact := range b.facts {
		m.Facts++
		if err := w.putJSON(factBucket, binary.BigEndian.AppendUint64(nil, m.Facts), fact); err != nil {
			return err
		}
	}
	return nil
}

// putCertificates adds certificates. The first certificate of an answer stays.
func (w *writer) putCertificates(b *batch, m *meta) error {
	for key, data := range b.certificates {
		if w.tx.Bucket(certBucket).Get(key[:]) != nil {
			continue
		}
		m.Certificates++
		if err := w.tx.Bucket(certBucket).Put(key[:], seal(key[:], data)); err != nil {
			return err
		}
	}
	return nil
}

// meta is the part of the store that changes with every transaction.
type meta struct {
	Applied    uint64   `json:"applied"` // sequence of the last result in the store
	Epoch      uint64   `json:"epoch"`
	Thresholds [2]uint8 `json:"thresholds"` // numbers of the thresholds reached, for the attackers Black and White
	Clean      bool     `json:"clean"`      // the manager ended by itself
	Wrong      string   `json:"wrong"`      // a contradiction, after which nothing goes on

	// How many entries the buckets have: a damaged page may lose some without a trace.
	Nodes        uint64 `json:"nodes"`
	Facts        uint64 `json:"facts"`
	Certificates uint64 `json:"certificates"`
}

// published is an item that is out.
type published struct {
	Item     Item     `json:"item"`
	At       int64    `json:"at"`       // seconds since 1970
	Failures []string `json:"failures"` // the workers that failed
}
