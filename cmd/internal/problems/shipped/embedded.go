//go:build !js || embedded

package shipped

import _ "embed"

//go:embed problems.csv.gz
var data []byte

func init() { problems.Embed(data) }
