package endings

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/internal/endgame/generate"
	"github.com/zonda-checkers/zonda/internal/file"
)

// BuildPrinter prints what a build does.
type BuildPrinter struct {
	*cli.Meter
	out       io.Writer
	asJSON    bool
	began     time.Time
	positions uint64
	bytes     int
	now       string // what the bar says
}

// NewBuildPrinter returns a printer of a build that begins now, of lines or of JSON objects.
func NewBuildPrinter(out io.Writer, asJSON bool) *BuildPrinter {
	return &BuildPrinter{Meter: cli.NewMeter(out), out: out, asJSON: asJSON, began: time.Now()}
}

// buildLine is a finished slice in JSON.
type buildLine struct {
	Slice     string  `json:"slice"`
	Phase     string  `json:"phase"`
	Positions uint64  `json:"positions"`
	Seconds   float64 `json:"seconds"`
	Rate      float64 `json:"positions_per_second_per_core,omitempty"`
	Bytes     int     `json:"bytes,omitempty"`
	Found     bool    `json:"found"`
}

// Report prints a slice that is finished, and moves the bar.
func (p *BuildPrinter) Report(at generate.Progress) {
	if f := at.Finished; f != nil {
		line := buildLine{at.Slice.String(), at.Phase.String(), f.Positions, (f.Busy + f.Elapsed).Seconds(), 0, f.Bytes, f.Found}
		if f.Busy > 0 {
			line.Rate = float64(f.Positions) / f.Busy.Seconds()
		}
		if at.Phase == generate.Packing {
			p.positions += f.Positions
			p.bytes += f.Bytes
		}
		p.Line("%s", p.text(line))
	}
	p.Step("build", "steps", at.Done, at.Total)
	if now := fmt.Sprintf("%v of %v", at.Phase, at.Slice); now != p.now {
		p.now = now
		p.Note(now)
	}
}

// million scales rates for people.
const million = 1e6

func (p *BuildPrinter) text(l buildLine) string {
	if p.asJSON {
		data, err := json.Marshal(l)
		if err != nil {
			return err.Error()
		}
		return string(data)
	}
	text := fmt.Sprintf("%-6s %-9s %11d positions", l.Phase, l.Slice, l.Positions)
	if l.Found {
		return text + ", found"
	}
	text += fmt.Sprintf(" %7.1f s", l.Seconds)
	if l.Rate > 0 {
		text += fmt.Sprintf(" %5.1f M/s a core", l.Rate/million)
	}
	if l.Bytes > 0 {
		text += fmt.Sprintf(" %8d bytes, %.0f a byte", l.Bytes, float64(l.Positions)/float64(l.Bytes))
	}
	return text
}

// Finish prints the sum, and what working files are left in the directory.
func (p *BuildPrinter) Finish(directory string) error {
	total := buildTotal{p.positions, p.bytes, time.Since(p.began).Seconds(), ValuesIn(directory)}
	switch {
	case p.Err() != nil:
		return p.Err()
	case p.asJSON:
		return json.NewEncoder(p.out).Encode(total)
	}
	if p.bytes > 0 {
		p.Line("%d positions in %d bytes, %.1f a byte; %.1f s",
			total.Positions, total.Bytes, float64(p.positions)/float64(p.bytes), total.Seconds)
	}
	if total.Values > 0 {
		p.Line("%d MiB of values (*.values) are kept, from which larger builds go on", total.Values>>20+1)
	}
	return p.Err()
}

// buildTotal is the sum in JSON.
type buildTotal struct {
	Positions uint64  `json:"positions"`
	Bytes     int     `json:"bytes"`
	Seconds   float64 `json:"seconds"`
	Values    int64   `json:"values_bytes"` // of working files left
}

// ValuesIn returns the bytes of the working files in a directory.
func ValuesIn(directory string) (bytes int64) {
	names, err := file.Matching(directory, "*"+generate.ValuesExtension)
	if err != nil {
		return 0
	}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}
