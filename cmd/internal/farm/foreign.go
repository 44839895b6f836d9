package farm

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxForeign is the number of bytes of a text of another host that are shown.
const maxForeign = 2000

// printable returns a text of another host on one line, with everything escaped that a terminal would not print, and cut if it is long. A
// text without such characters stays as it is.
func printable(text string) string {
	if len(text) > maxForeign {
		text = text[:maxForeign] + "..."
	}
	if utf8.ValidString(text) && strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return text
	}
	quoted := strconv.Quote(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// clean makes texts printable.
func clean(texts ...*string) {
	for _, t := range texts {
		*t = printable(*t)
	}
}

// cleanAll makes the texts of lists printable.
func cleanAll(lists ...[]string) {
	for _, texts := range lists {
		for i := range texts {
			clean(&texts[i])
		}
	}
}

// clean makes the texts of a version printable.
func (v *Version) clean() { clean(&v.Release, &v.Data) }

// clean makes the texts of needs printable. Their digest is taken before.
func (n *Needs) clean() {
	clean(&n.Kind, &n.Solver, &n.Worker)
	n.Version.clean()
	cleanAll(n.Engines)
}

// clean makes the texts of a result printable, but for its output.
func (r *Result) clean() { clean(&r.Task, &r.Worker, &r.Large, &r.Failed) }

// clean makes the texts of a presence printable.
func (p *Presence) clean() {
	clean(&p.Name, &p.Host, &p.Build, &p.Kind, &p.LastError)
	p.Abilities.Version.clean()
	cleanAll(p.Abilities.Kinds, p.Abilities.Engines, p.Abilities.Solvers)
	for kind, reason := range p.Ill {
		delete(p.Ill, kind)
		p.Ill[printable(kind)] = printable(reason)
	}
}

// clean makes the texts of a failed task printable, but for its message.
func (f *FailedTask) clean() {
	clean(&f.Subject)
	f.Result.clean()
}

// printed returns a Say for lines that may have texts of other hosts.
func printed(say Say) Say {
	return func(format string, arguments ...any) { say("%s", printable(fmt.Sprintf(format, arguments...))) }
}
