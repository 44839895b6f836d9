package pack

import (
	"math"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/internal/ribbon"
)

// bucketCounts holds, for each bucket, the number of all keys and of the keys that are in an
// exception set.
type bucketCounts struct{ all, yes []float64 }

func newBucketCounts(buckets int) bucketCounts {
	return bucketCounts{make([]float64, buckets), make([]float64, buckets)}
}

// scaled returns the counts multiplied by a factor.
func (t bucketCounts) scaled(factor float64) bucketCounts {
	s := newBucketCounts(len(t.all))
	for i := range t.all {
		s.all[i], s.yes[i] = t.all[i]*factor, t.yes[i]*factor
	}
	return s
}

// add adds other counts to t.
func (t bucketCounts) add(other bucketCounts) {
	for i := range t.all {
		t.all[i] += other.all[i]
		t.yes[i] += other.yes[i]
	}
}

// members returns the number of keys that are in the set.
func (t bucketCounts) members() (n uint64) {
	for _, yes := range t.yes {
		n += uint64(yes)
	}
	return n
}

// Costs of ribbons.
const (
	ribbonOverhead = 1.015  // bits stored for each bit of the keys
	ribbonBits     = 8 * 60 // bits that every ribbon takes in addition
	slotsOnce      = 64     // slots that every filter takes in addition; a slot has as many bits as the filter is wide
)

// widthCost returns the bits that a bucket takes with a filter of a width.
func widthCost(all, yes float64, width int) float64 {
	passing := all
	if width > 0 {
		passing = yes + math.Ldexp(all-yes, -width)
	}
	return (float64(yes*float64(width)) + passing) * ribbonOverhead
}

// plan returns the width of the filter of every bucket with which the set is smallest, and
// the size of the set in bits. The last width holds for all buckets that follow.
func (t bucketCounts) plan() (widths []byte, size float64) {
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
		widths = widths[:len(widths)-1]
	}
	if len(widths) == 1 && widths[0] == egdb.Never {
		return nil, 0
	}
	return widths, size
}

// choose returns the best of the allowed widths for each bucket, and the size in bits.
func (t bucketCounts) choose(allowed *[ribbon.MaxWidth + 1]bool) (widths []byte, size float64) {
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
