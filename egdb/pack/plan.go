package pack

import (
	"math"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/ribbon"
)

// tally counts the keys of a sieve, all and those that are yes, by bucket.
type tally struct{ all, yes []float64 }

func newTally(buckets int) tally { return tally{make([]float64, buckets), make([]float64, buckets)} }

// scaled returns the tally of a sample as if it were so many times as large.
func (t tally) scaled(factor float64) tally {
	s := newTally(len(t.all))
	for i := range t.all {
		s.all[i], s.yes[i] = t.all[i]*factor, t.yes[i]*factor
	}
	return s
}

// add adds another tally.
func (t tally) add(other tally) {
	for i := range t.all {
		t.all[i] += other.all[i]
		t.yes[i] += other.yes[i]
	}
}

// Costs of what is stored, in bits: what a ribbon needs more than its keys, and
// what it needs once.
const (
	ribbonOverhead = 1.015
	ribbonBits     = 8 * 60
	slotsOnce      = 64 // of a filter, a bit of its width each
)

// widthCost returns the bits a bucket costs with a filter of a width.
func widthCost(all, yes float64, width int) float64 {
	passing := all
	if width > 0 {
		passing = yes + math.Ldexp(all-yes, -width)
	}
	return (float64(yes*float64(width)) + passing) * ribbonOverhead
}

// plan chooses a width for every bucket so that the sieve is smallest, and returns
// its size in bits.
func (t tally) plan() (widths []byte, size float64) {
	var allowed [ribbon.MaxWidth + 1]bool
	for i := range allowed {
		allowed[i] = true
	}
	widths, size = t.choose(&allowed)
	for {
		drop := 0
		for w := 1; w < len(allowed); w++ {
			if !allowed[w] {
				continue
			}
			allowed[w] = false
			if _, s := t.choose(&allowed); s < size {
				drop, size = w, s
			}
			allowed[w] = true
		}
		if drop == 0 {
			break
		}
		allowed[drop] = false
		widths, _ = t.choose(&allowed)
	}
	for len(widths) > 1 && widths[len(widths)-1] == widths[len(widths)-2] {
		widths = widths[:len(widths)-1] // the last one holds for all that follow
	}
	if len(widths) == 1 && widths[0] == egdb.Never {
		return nil, 0
	}
	return widths, size
}

// choose returns the best of the allowed widths for each bucket and the size.
func (t tally) choose(allowed *[ribbon.MaxWidth + 1]bool) (widths []byte, size float64) {
	widths = make([]byte, len(t.all))
	var used [ribbon.MaxWidth + 1]bool
	for i := range widths {
		if t.yes[i] == 0 {
			widths[i] = egdb.Never
			continue
		}
		best := math.Inf(1)
		for w, ok := range allowed {
			if cost := widthCost(t.all[i], t.yes[i], w); ok && cost < best {
				best, widths[i] = cost, byte(w)
			}
		}
		size += best
		used[widths[i]] = true
	}
	for w, yes := range used {
		if yes && w > 0 {
			size += float64(ribbonBits + slotsOnce*w)
		}
	}
	if size > 0 {
		size += float64(ribbonBits + 8*len(widths))
	}
	return widths, size
}
