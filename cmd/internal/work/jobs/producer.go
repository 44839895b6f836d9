package jobs

import (
	"context"
	"iter"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
)

// Flags are the flags of a command that can give its work to other machines.
type Flags struct {
	On       string `help:"Let the workers of a server do the work: the address that zonda serve has printed." placeholder:"URL"`
	Priority int    `help:"With --on: workers take pieces of a lower number first, ${on_first} to ${on_last} (default ${default})." default:"${on_priority}" placeholder:"N" min:"${on_first}" max:"${on_last}"`
}

// Validate is called by the command line parser.
func (f *Flags) Validate() error {
	if f.On == "" {
		return nil
	}
	_, err := work.ParseAddress(f.On)
	return err
}

// Producer is the connection of a producer to its server.
type Producer struct {
	Link    *work.Link
	Version work.Version
	Speed   uint64 // of this machine, in nodes a second
	flags   Flags
	meter   *cli.Meter
	alone   bool // was told that there is no worker
}

// produce connects to the server, measures the version of this program, and returns what newCrew makes of that, with what
// closes the connection. The meter shows what the link says.
func produce[C any](ctx context.Context, f Flags, meter *cli.Meter, newCrew func(*Producer) (C, error)) (c C, closeLink func(), err error) {
	address, err := work.ParseAddress(f.On)
	if err != nil {
		return c, nil, err
	}
	p := &Producer{flags: f, meter: meter}
	if p.Version, p.Speed, err = work.MeasureVersion(ctx, 1); err != nil {
		return c, nil, err
	}
	if p.Link, err = work.Dial(ctx, address, meter.Line); err != nil {
		return c, nil, err
	}
	if c, err = newCrew(p); err != nil {
		p.Link.Close()
	}
	return c, p.Link.Close, err
}

// job returns the job of a kind of work whose results go to a path.
func (p *Producer) job(kind, path string) (work.Job, error) {
	name, err := work.ProducerName(kind, path)
	return work.Job{Needs: work.Needs{Kind: kind, Version: p.Version}, Priority: p.flags.Priority, Producer: name}, err
}

// progress shows how many workers there are.
func (p *Producer) progress(seen work.Progress) {
	if seen.Workers == 0 && !p.alone {
		p.alone = true
		p.meter.Line("no worker is at the server yet; the pieces wait (zonda work URL starts one)")
	}
	p.meter.Note(seen.String())
}

// translated is a crew whose results stand in messages in another form.
type translated[P, M, R any] struct {
	*work.Crew[P, M]
	result func(P, M) (R, error)
}

// Do does what crew.Crew.Do says.
func (c translated[P, M, R]) Do(ctx context.Context, pieces iter.Seq2[P, error], done func(P, R) error) error {
	return c.Crew.Do(ctx, pieces, func(p P, m M) error {
		r, err := c.result(p, m)
		if err != nil {
			return err
		}
		return done(p, r)
	})
}
