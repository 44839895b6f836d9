package network

import (
	"runtime"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// cached is an accumulator that keeps the scores of the last positions, because a third of the positions of a search come
// again.
type cached struct {
	*accumulator
	scores [1 << cacheBits]cachedScore
}

const cacheBits = 14

// cachedScore is a position and its score, in 16 bytes. Without pieces it holds none.
type cachedScore struct {
	black, white, kings board.Bitboard
	score               int16 // has room for MaxUnproven
	turn                board.Color
}

// worthCaching reports whether forks keep scores: not with the assembly of arm64.
var worthCaching = !accelerated || runtime.GOARCH != "arm64"

func newCached(n *Network) *cached { return &cached{accumulator: newAccumulator(n)} }

// Evaluate returns what Evaluate of the network returns.
func (c *cached) Evaluate(p board.Position) eval.Score {
	if p.Pieces() < MinPieces {
		return c.evaluateAny(c.last, p)
	}
	s := &c.scores[cacheIndex(p)]
	if s.black != p.Black || s.white != p.White || s.kings != p.Kings || s.turn != p.Turn {
		*s = cachedScore{p.Black, p.White, p.Kings, int16(c.evaluate(c.last, p)), p.Turn}
	}
	return eval.Score(s.score)
}

// cacheIndex returns the place of a position. The multipliers are arbitrary odd numbers with about half their bits set.
func cacheIndex(p board.Position) uint64 {
	const piecesFactor, restFactor = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03
	pieces, rest := uint64(p.Black)|uint64(p.White)<<32, uint64(p.Kings)|uint64(p.Turn)<<32
	return (pieces*piecesFactor ^ rest*restFactor) >> (64 - cacheBits)
}
