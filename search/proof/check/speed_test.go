package check

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkCheck tells the time of an entry in an ending of kings.
func BenchmarkCheck(b *testing.B) {
	db := openDatabase(b)
	c := proofs(b, db)[0]
	for b.Loop() {
		require.NoError(b, Check(c, db))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(c.Entries)), "ns/entry")
}
