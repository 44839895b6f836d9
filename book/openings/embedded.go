//go:build !js || embedded

package openings

import "embed"

//go:embed ballots2.csv ballots3.csv wide.csv eleven.csv edge.csv names.csv
var files embed.FS
