package engine

import "strings"

// Release is what git called the commit of a release, such as v0.1-3-gabcdef0; it is empty in
// other builds. The linker sets it: see cmd/release and .ci/dll.
var Release string

// FullName returns the name, the version and, of a release, what git called it.
func FullName() string {
	version := Version
	switch {
	case strings.HasPrefix(Release, "v"+Version): // the tag is of this version
		version = strings.TrimPrefix(Release, "v")
	case Release != "":
		version += " " + Release
	}
	return Name + " " + version
}
