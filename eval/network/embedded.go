//go:build !js || embedded

package network

import _ "embed"

//go:embed zonda.net
var networkFile []byte

func init() { builtIn.Embed(networkFile) }
