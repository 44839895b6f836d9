package tree

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

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
	if end < 0 {
		return nil, errDamaged
	}
	if file.Checksum(key, sealed[:end]) != binary.BigEndian.Uint32(sealed[end:]) {
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

// isEmpty reports whether the file has no bucket at all.
func (r *reader) isEmpty() bool {
	key, _ := r.tx.Cursor().First()
	return key == nil
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
func (r *reader) eachRecord(visit func(certificate.Code, Record) error) error {
	return r.each(nodeBucket, func(key, data []byte) error {
		var code certificate.Code
		if copy(code[:], key) != len(key) || len(key) != len(code) {
			return r.damaged(nodeBucket, errDamaged)
		}
		record, err := decodeRecord(code, data)
		if err != nil {
			return r.damaged(nodeBucket, err)
		}
		return visit(code, record)
	})
}

// each visits the entries of a bucket.
func (r *reader) each(bucket []byte, visit func(key, data []byte) error) error {
	return r.tx.Bucket(bucket).ForEach(visit)
}

// eachOut visits the items that are out.
func (r *reader) eachOut(visit func(published)) error {
	return r.each(outBucket, func(key, data []byte) error {
		var p published
		err := r.parse(outBucket, key, data, &p)
		if err == nil {
			visit(p)
		}
		return err
	})
}

// eachFact visits the facts in the order in which they were applied.
func (r *reader) eachFact(visit func(Fact) error) error {
	return r.each(factBucket, func(key, data []byte) error {
		var f Fact
		if err := r.parse(factBucket, key, data, &f); err != nil {
			return err
		}
		return visit(f)
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
			r.eachRecord(func(certificate.Code, Record) error { nodes++; return nil }),
			r.eachFact(func(Fact) error { facts++; return nil }),
			r.each(certBucket, func(key, data []byte) error { certificates++; _, err := r.unsealed(key, data); return err }),
			r.eachOut(func(published) {}))
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
