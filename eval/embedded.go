//go:build !js || embedded

package eval

import _ "embed"

//go:embed weights.bin
var weightsFile []byte

func init() { builtIn.Embed(weightsFile) }
