package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/engine"
)

// versions are the version of a release in the grammars of the packages. A commit after a tag is above the tag's, and below
// the next one; a commit before any tag is below the version that comes.
type versions struct{ deb, arch, apk, wheel string }

// described matches what git says of a commit: the version of its tag, how many commits it is behind the tag, the commit itself, or
// the commit alone, and whether files are changed.
var described = regexp.MustCompile(`^(?:v([0-9]+(?:\.[0-9]+)*)(?:-([0-9]+)-g([0-9a-f]+))?|([0-9a-f]{7,40}))(-dirty)?$`)

// versionsOf returns the versions of a commit. What git describe prints is none: dpkg refuses "0.1-3-gabcdef0".
func versionsOf(c commit) (v versions, err error) {
	parts := described.FindStringSubmatch(c.name)
	if parts == nil {
		return v, fmt.Errorf("%q makes no version of a package: call it as a tag, such as v1.2", c.name)
	}
	base, behind, hash, alone, dirty := parts[1], parts[2], parts[3], parts[4], strings.TrimPrefix(parts[5], "-")
	if alone != "" { // before any tag: below the version that comes
		when, hash := c.time.Format("20060102150405"), "g"+alone
		if dirty != "" {
			hash += "." + dirty
		}
		return versions{
			deb: engine.Version + "~dev." + when + "+" + hash, arch: engine.Version + "dev." + when + "." + hash,
			apk: engine.Version + "_alpha" + when, wheel: engine.Version + ".dev" + when + "+" + hash,
		}, nil
	}
	if hash != "" {
		hash = "g" + hash
	}
	with := func(before string, parts ...string) string { // the parts that are there
		parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
		if len(parts) == 0 {
			return ""
		}
		return before + strings.Join(parts, ".")
	}
	v.deb = base + with("+", behind, hash, dirty)
	v.arch = base + with(".r", behind) + with(".", hash, dirty)
	v.apk = base + with("_p", behind)
	v.wheel = base + with(".post", behind) + with("+", hash, dirty)
	return v, nil
}
