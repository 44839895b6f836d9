package check

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// The example in docs/proofs.md, byte by byte, is a certificate that proves what the text says.
func TestDocumentedExample(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "proofs.md"))
	require.NoError(t, err)
	var digits strings.Builder
	for _, line := range regexp.MustCompile(`(?m)^    ((?:[0-9a-f]{4} )*[0-9a-f]{4})  `).FindAllStringSubmatch(string(text), -1) {
		digits.WriteString(strings.ReplaceAll(line[1], " ", ""))
	}
	data, err := hex.DecodeString(digits.String())
	require.NoError(t, err)
	c, err := certificate.Decode(data)
	require.NoError(t, err)
	require.Equal(t, "Black cannot force a win from W:WK10:B6,K28", c.Claim.String())
	require.Len(t, c.Entries, 1)
	require.NoError(t, Check(c, openDatabase(t)))
}
