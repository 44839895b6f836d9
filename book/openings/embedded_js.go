//go:build js && !embedded

package openings

import "embed"

// A page plays no matches and learns nothing: it is without the suites wide and edge.
//
//go:embed ballots2.csv ballots3.csv eleven.csv names.csv
var files embed.FS
