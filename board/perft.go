package board

import (
	"context"
	"fmt"
	"slices"
)

// Convention says what perft counts as one move.
type Convention bool

// The two conventions for captures that lead to the same position by different
// paths. Published counts use Sequences.
const (
	Sequences Convention = false // each distinct path is a move
	Results   Convention = true  // each distinct (from, to, captured set) is a move
)

// MaxPerftDepth is the largest depth that a Perft counts: the published counts end
// at 28, and 64 bits do not hold many plies more.
const MaxPerftDepth = 28

// Perft counts the leaves of the tree of legal moves. It owns one move list for
// each ply. One goroutine may use it at a time.
type Perft struct {
	convention Convention
	lists      [MaxPerftDepth + 1]MoveList
	done       <-chan struct{}
	stopped    bool
}

// NewPerft returns a Perft that counts by the given convention.
func NewPerft(convention Convention) *Perft { return &Perft{convention: convention} }

// Count returns the number of leaves depth plies below p, 0 to MaxPerftDepth. Count
// uses no hash table: it visits every position, but the moves at the last ply are counted
// without being made. If ctx ends first, Count returns its error. Another depth is an error.
func (f *Perft) Count(ctx context.Context, p Position, depth int) (uint64, error) {
	switch {
	case depth < 0 || depth > MaxPerftDepth:
		return 0, fmt.Errorf("depth %d is not between 0 and %d", depth, MaxPerftDepth)
	case depth == 0:
		return 1, nil
	case p.Finished():
		return 0, nil
	}
	f.done, f.stopped = ctx.Done(), false
	n := f.count(p, depth)
	if f.stopped {
		return 0, ctx.Err()
	}
	return n, nil
}

// Divide calls report with each move of p, as text, and the leaves below it.
// Captures with the same origin and destination are written with their whole paths. A depth that is not 1 to MaxPerftDepth is
// an error.
func (f *Perft) Divide(ctx context.Context, p Position, depth int, report func(move string, leaves uint64)) error {
	if depth < 1 || depth > MaxPerftDepth {
		return fmt.Errorf("depth %d is not between 1 and %d", depth, MaxPerftDepth)
	}
	if p.Finished() {
		return nil
	}
	for _, b := range f.branches(p) {
		n, err := f.Count(ctx, p.Play(b.move), depth-1)
		if err != nil {
			return err
		}
		report(b.text, n)
	}
	return nil
}

// branch is a move that Divide counts by itself.
type branch struct {
	move Move
	text string
}

func (f *Perft) branches(p Position) []branch {
	var all []branch
	sharing := map[[2]Square]int{}
	p.eachMove(func(path Path, m Move) {
		known := slices.ContainsFunc(all, func(b branch) bool { return b.move == m })
		if f.convention == Results && known {
			return
		}
		all = append(all, branch{m, path.text("x")})
		sharing[[2]Square{m.From, m.To}]++
	})
	for i, b := range all {
		if sharing[[2]Square{b.move.From, b.move.To}] == 1 {
			all[i].text = p.MoveText(b.move)
		}
	}
	return all
}

// pollDepth is the remaining depth at which a count looks whether its context has ended: at this depth a count
// stops within milliseconds, and its speed is the same as without looking.
const pollDepth = 6

func (f *Perft) count(p Position, depth int) uint64 {
	if depth == 1 {
		return f.leaves(p)
	}
	if depth == pollDepth {
		select {
		case <-f.done:
			f.stopped = true
		default:
		}
	}
	if f.stopped {
		return 0
	}
	l := &f.lists[depth]
	f.fill(p, l)
	n := uint64(0)
	for _, m := range l.Slice() {
		n += f.count(p.Play(m), depth-1)
	}
	return n
}

func (f *Perft) fill(p Position, l *MoveList) {
	if f.convention == Results {
		p.Moves(l)
	} else {
		p.sequences(l)
	}
}

// leaves returns the number of moves of p.
func (f *Perft) leaves(p Position) uint64 {
	jumpers := p.Jumpers()
	if jumpers == 0 {
		return uint64(p.quietCount())
	}
	if f.convention == Results {
		f.fill(p, &f.lists[1])
		return uint64(f.lists[1].Len())
	}
	return p.manPaths(jumpers&^p.Kings) + p.kingPaths(jumpers&p.Kings)
}

// manPaths returns the number of capture paths of men. Those that end with their
// first jump are counted at once, like quiet moves.
func (p Position) manPaths(men Bitboard) uint64 {
	enemies, empty := p.Side(p.Turn.Opponent()), p.Empty()
	var left, right, goOn Bitboard
	if p.Turn == Black {
		left = (men.DownLeft() & enemies).DownLeft() & empty
		right = (men.DownRight() & enemies).DownRight() & empty
		goOn = downJumpers(enemies, empty)
	} else {
		left = (men.UpLeft() & enemies).UpLeft() & empty
		right = (men.UpRight() & enemies).UpRight() & empty
		goOn = upJumpers(enemies, empty)
	}
	n := uint64(0)
	for _, landings := range [...]Bitboard{left, right} {
		n += uint64((landings &^ goOn).Count())
		for rest := landings & goOn; rest != 0; rest &= rest - 1 {
			n += paths(rest.First(), enemies, empty, manSpan(p.Turn))
		}
	}
	return n
}

// kingPaths returns the number of capture paths of kings.
func (p Position) kingPaths(kings Bitboard) uint64 {
	enemies := p.Side(p.Turn.Opponent())
	n := uint64(0)
	for ; kings != 0; kings &= kings - 1 {
		from := kings.First()
		n += paths(from, enemies, p.Empty()|from.Bit(), allWays)
	}
	return n
}

// quietCount returns the number of quiet moves, whether or not the side to move must capture.
func (p Position) quietCount() int {
	own, empty := p.Side(p.Turn), p.Empty()
	down, up := own, own&p.Kings
	if p.Turn == White {
		down, up = up, down
	}
	n := 0
	if down != 0 {
		n = (down & empty.UpLeft()).Count() + (down & empty.UpRight()).Count()
	}
	if up != 0 {
		n += (up & empty.DownLeft()).Count() + (up & empty.DownRight()).Count()
	}
	return n
}

// paths returns the number of complete capture paths onwards from at.
func paths(at Square, enemies, empty Bitboard, ways span) uint64 {
	n := uint64(0)
	for d := ways.first; d < ways.end; d++ {
		over, to := step[d][at&31]&enemies, leap[d][at&31]&empty
		if over != 0 && to != 0 {
			n += paths(to.First(), enemies&^over, empty, ways)
		}
	}
	return max(n, 1)
}
