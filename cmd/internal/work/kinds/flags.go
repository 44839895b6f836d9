package kinds

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
)

// Flags are the flags of a command that can give its work to other machines.
type Flags struct {
	On       string `help:"Let the workers of a server do the work: the address that zonda serve has printed." placeholder:"URL"`
	Priority int    `help:"With --on: workers take pieces of a lower number first, ${on_first} to ${on_last} (default ${default})." default:"${on_priority}" placeholder:"N" min:"${on_first}" max:"${on_last}"`
}

// Variables returns the variables that stand for numbers in the tags of Flags.
func Variables() map[string]string {
	return map[string]string{
		"on_first": fmt.Sprint(work.FirstPriority), "on_last": fmt.Sprint(work.LastPriority),
		"on_priority": fmt.Sprint(work.DefaultPriority),
	}
}

// Validate is called by the command line parser.
func (f *Flags) Validate() error {
	if f.On == "" {
		return nil
	}
	_, err := work.ParseAddress(f.On)
	return err
}

// Office is the connection of a producer to its server.
type Office struct {
	Link    *work.Link
	Version work.Version
	Speed   uint64 // of this machine, in nodes a second
	flags   Flags
	meter   *cli.Meter
	alone   bool // was told that there is no worker
}

// Open connects to the server and measures the version of this program. The meter shows what the link says.
func (f Flags) Open(ctx context.Context, meter *cli.Meter) (*Office, error) {
	address, err := work.ParseAddress(f.On)
	if err != nil {
		return nil, err
	}
	o := &Office{flags: f, meter: meter}
	if o.Version, o.Speed, err = work.MeasureVersion(ctx, 1); err != nil {
		return nil, err
	}
	o.Link, err = work.Dial(ctx, address, meter.Line)
	return o, err
}

// Close closes the connection.
func (o *Office) Close() { o.Link.Close() }

// job returns the job of a kind of work whose results go to a path.
func (o *Office) job(kind, path string) (work.Job, error) {
	name, err := work.ProducerName(kind, path)
	return work.Job{Needs: work.Needs{Kind: kind, Version: o.Version}, Priority: o.flags.Priority, Producer: name}, err
}

// progress shows how many workers there are.
func (o *Office) progress(p work.Progress) {
	if p.Workers == 0 && !o.alone {
		o.alone = true
		o.meter.Line("no worker is at the server yet; the pieces wait (zonda work URL starts one)")
	}
	o.meter.Note(p.String())
}
