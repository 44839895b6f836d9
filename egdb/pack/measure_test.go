package pack_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/build"
	"github.com/zonda-checkers/zonda/egdb/pack"
)

func TestMeasure(t *testing.T) {
	if os.Getenv("ZMEASURE") == "" {
		t.Skip()
	}
	values := build.NewValues()
	low, pieces := 2, int(os.Getenv("ZMEASURE")[0]-'0')
	if l := os.Getenv("ZLOW"); l != "" {
		low = int(l[0] - '0')
	}
	start := time.Now()
	for n := 2; n <= pieces; n++ {
		for _, class := range build.Classes(n) {
			if err := values.Solve(context.Background(), class, 2, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	fmt.Println("solved", time.Since(start))
	census := values.Counts
	total := map[int]int{}
	tables := map[int]int{}
	for _, m := range canonicals(pieces) {
		if m.Pieces() < low || os.Getenv("ZONLY") != "" && !strings.Contains(os.Getenv("ZONLY"), m.String()) {
			continue
		}
		start := time.Now()
		var reports []pack.Report
		data, err := pack.Encode(t.Context(), values, m, pack.Options{Workers: 2, Census: census, Report: func(r pack.Report) { reports = append(reports, r) }})
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		start = time.Now()
		slice, err := egdb.OpenSlice(m.String(), data)
		if err != nil {
			t.Fatal(err)
		}
		if os.Getenv("ZCHECK") != "" {
			if err := pack.Check(slice, values, 2); err != nil {
				t.Fatal(err)
			}
		}
		os.MkdirAll("/tmp/zdb-dev/out", 0o755)
		os.WriteFile("/tmp/zdb-dev/out/"+m.String()+".zdb", data, 0o644)
		total[m.Pieces()] += len(data)
		for _, r := range reports {
			tables[m.Pieces()] += r.Tables
			s := r.Shape
			fmt.Printf("%v %d stored, %d exc, %d tables, %d bytes, %.4f bits, P%v O%v T%v %v %v\n", r.Material, r.Stored, r.Exceptions, r.Tables, r.Bytes, float64(8*r.Bytes)/float64(r.Stored), s.Pairs, s.Opposition, s.Threat, took, time.Since(start))
		}
	}
	fmt.Println(total, tables)
}
