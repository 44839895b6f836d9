package work

import "fmt"

// unserved returns why no worker does pieces with these needs, "" if one of them can.
func unserved(workers []Presence, n Needs) string {
	if len(workers) == 0 {
		return fmt.Sprintf("no worker is there for pieces of %s: start one with zonda work", n.Kind)
	}
	for _, w := range workers {
		if w.Abilities.lacks(n) == "" {
			return ""
		}
	}
	first := workers[0]
	return fmt.Sprintf("no worker can do pieces of %s; worker %s on %s: %s", n.Kind, first.Name, first.Host, first.Abilities.lacks(n))
}

// warn says once why no worker does the pieces. It says so again if there was a worker meanwhile, or for another reason.
func (p *producer) warn(workers []Presence) {
	why := unserved(workers, p.job.Needs)
	if why != "" && why != p.unserved {
		p.link.say("%s", why)
	}
	p.unserved = why
}
