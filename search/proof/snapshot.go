package proof

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"slices"

	"github.com/zonda-checkers/zonda/internal/memory"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Keeper keeps the work at questions, so that a later Solver goes on with it: one of the same program, databases and options. Both
// questions of a value may call it at once.
type Keeper interface {
	// Keep is called from time to time and when the work ends. It may call write, which writes the work, in place of what it kept
	// of the question before.
	Keep(q certificate.Question, write func(io.Writer) error)

	// Restore calls read with what was kept of a question, if there is anything. If read fails, the question begins anew.
	Restore(q certificate.Question, read func(io.Reader) error)
}

// keep offers the work to the keeper.
func (a *attempt) keep() {
	if !inPage && a.options.Keeper != nil {
		a.options.Keeper.Keep(a.question, a.write)
	}
}

// restore takes over what the keeper has, and begins anew if that is damaged.
func (a *attempt) restore() {
	if inPage || a.options.Keeper == nil {
		return
	}
	a.options.Keeper.Restore(a.question, func(from io.Reader) error {
		err := a.read(from)
		if err != nil {
			a.begin()
		}
		a.restored = err == nil
		return err
	})
}

// scalars returns pointers to what is kept beside tables. The first ones say which others and which tables there are. Of the stage it
// is kept whether alpha-beta goes on alone.
func (a *attempt) scalars(alone *bool) (first, others []any) {
	g := a.graph
	others = []any{&a.line, &a.before, &a.limit, alone, &a.tactics.visited, &g.wins, &g.examined, &g.expansions, &g.deadEnds, &g.nextPass, &g.full}
	if a.closing {
		others = append(others, &a.closure.settled, &a.closure.wins, &a.closure.examined)
	}
	if a.deepened {
		others = append(others, &a.deep.visited, &a.deep.full)
	}
	return []any{&a.result, &a.deepened}, others
}

// tables returns the tables that are kept, none of a question that is answered. Those of alpha-beta are not kept: they are small, and
// soon filled again.
func (a *attempt) tables() (all []stored) {
	if a.result.Answer != Unknown {
		return nil
	}
	g, maximum := a.graph, a.graph.limits
	all = []stored{
		list[key]{&g.keys, 0, maximum.positions}, list[node]{&g.nodes, 0, maximum.positions}, list[uint32]{&g.edges, 0, maximum.edges},
		list[uint32]{&g.path, 0, maximum.positions},
	}
	if a.closing {
		c, maximum := a.closure, a.closure.limits
		all = append(all, list[key]{&c.keys, 0, maximum.positions}, list[uint32]{&c.wonAt, 0, maximum.positions}, list[uint32]{&c.dependents, 0, maximum.positions},
			list[dependent]{&c.links, 0, maximum.edges}, list[uint32]{&c.fresh, 0, maximum.positions})
	}
	if a.deepened {
		all = append(all, list[bucket]{&a.deep.table.buckets, len(a.deep.table.buckets), len(a.deep.table.buckets)})
	}
	return all
}

// write writes the scalars, the tables as they lie in memory, each behind its length, and a checksum of all.
func (a *attempt) write(to io.Writer) error {
	sum := crc32.New(castagnoli)
	out := bufio.NewWriter(io.MultiWriter(to, sum))
	var scalars bytes.Buffer
	alone := a.stage >= tacticsStage
	first, others := a.scalars(&alone)
	encoder := json.NewEncoder(&scalars)
	for _, value := range slices.Concat(first, others) {
		if err := encoder.Encode(value); err != nil {
			return err
		}
	}
	packed := scalars.Bytes()
	for _, s := range append([]stored{list[byte]{&packed, 0, len(packed)}}, a.tables()...) {
		if err := s.write(out); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return binary.Write(to, binary.LittleEndian, sum.Sum32())
}

// errDamaged is the error of kept work that is not as it was written.
var errDamaged = errors.New("what was kept of a proof is damaged")

// read reads what write wrote into an attempt that has just begun.
func (a *attempt) read(from io.Reader) error {
	sum := crc32.New(castagnoli)
	in := io.TeeReader(bufio.NewReader(from), sum)
	var packed []byte
	const maxScalars = 1 << 28 // bytes; a certificate may be among them
	if err := (list[byte]{&packed, 0, maxScalars}).read(in); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(packed))
	decode := func(values []any) (err error) {
		for _, value := range values {
			err = errors.Join(err, decoder.Decode(value))
		}
		return err
	}
	var alone bool
	first, _ := a.scalars(&alone)
	if decode(first) != nil {
		return errDamaged
	}
	if a.deepened {
		a.stage = deepStage
		a.makeDeep()
	}
	if _, others := a.scalars(&alone); decode(others) != nil {
		return errDamaged
	}
	if alone {
		a.stage = tacticsStage
	}
	for _, s := range a.tables() {
		if err := s.read(in); err != nil {
			return err
		}
	}
	read := sum.Sum32()
	var kept uint32
	if err := binary.Read(in, binary.LittleEndian, &kept); err != nil || kept != read {
		return errDamaged
	}
	a.graph.enterAll()
	if a.graph.full && a.graph.nextPass == 0 { // the interruption stopped a collection
		a.graph.collect()
	}
	if a.closing {
		a.closure.enterAll()
	}
	a.result.Nodes = a.spent()
	return nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// stored is a part of kept work.
type stored interface {
	write(to io.Writer) error
	read(from io.Reader) error
}

// list is a slice whose elements have no pointers, and the fewest and the most elements that it may have.
type list[T any] struct {
	elements *[]T
	min, max int
}

func (l list[T]) write(to io.Writer) error {
	err := binary.Write(to, binary.LittleEndian, uint64(len(*l.elements)))
	if err == nil {
		_, err = to.Write(memory.Bytes(*l.elements))
	}
	return err
}

func (l list[T]) read(from io.Reader) error {
	var n uint64
	if err := binary.Read(from, binary.LittleEndian, &n); err != nil || n < uint64(l.min) || n > uint64(l.max) {
		return errDamaged
	}
	*l.elements = slices.Grow((*l.elements)[:0], int(n))[:n]
	if _, err := io.ReadFull(from, memory.Bytes(*l.elements)); err != nil {
		return errDamaged
	}
	return nil
}
