package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFormats compares docs/formats.md with the constants of the code: who raises a version has to say what becomes of older files.
func TestFormats(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/formats.md")
	require.NoError(t, err)
	for _, c := range []struct{ file, constant, row, says string }{
		{"book/write.go", "magic", "| book,", "`@`"},
		{"eval/weights.go", "packedMagic", "| weights,", "`@`"},
		{"eval/weights.go", "plainMagic", "| weights,", "`@` is read"},
		{"eval/network/file.go", "magic", "| network,", "`@`"},
		{"eval/network/file.go", "version", "| network,", "version @"},
		{"internal/endgame/layout.go", "Magic", "| values of endings,", "`@`"},
		{"internal/endgame/layout.go", "Version", "| values of endings,", "version @"},
		{"internal/endgame/layout.go", "Extension", "| values of endings,", "`*@`"},
		{"internal/endgame/layout.go", "DistanceVersion", "| distances,", "version @"},
		{"internal/endgame/layout.go", "BoundsVersion", "| bounds,", "a description of version @"},
		{"internal/endgame/layout.go", "WorkingVersion", "| values in work,", "version @"},
		{"internal/endgame/generate/run.go", "ValuesExtension", "| values in work,", "`*@`"},
		{"search/proof/certificate/encode.go", "Magic", "| certificate,", "`@`"},
		{"search/proof/certificate/encode.go", "Version", "| certificate,", "version @"},
		{"search/proof/certificate/manifest.go", "manifestFormat", "| list of certificates", "format @"},
		{"search/proof/tree/item.go", "FormatVersion", "| tree of a proof", "format @"},
		{"cmd/internal/problems/training/journal.go", "format", "| what a user has learned,", "format @"},
		{"cmd/internal/match/journal.go", "headerFormat", "| match,", "format @"},
		{"cmd/internal/match/journal.go", "newestFormat", "| match,", "or @ with"},
		{"cmd/internal/match/broadcast.go", "liveExtension", "| beside a file in work:", "`*@`"},
		{"cmd/internal/match/broadcast.go", "stopExtension", "| beside a file in work:", "`*@`"},
		{"cmd/internal/site/proofs.go", "statusExtension", "| beside a file in work:", "`*@`"},
		{"cmd/internal/site/library/versions.go", "versionData", "| earlier versions of collections,", "`*@`"},
		{"cmd/internal/site/library/versions.go", "versionHead", "| earlier versions of collections,", "`*@`"},
		{"cmd/internal/farm/server.go", "tokenFile", "| folder of a server:", "`@`"},
		{"cmd/internal/farm/server.go", "portFile", "| folder of a server:", "`@`"},
		{"cmd/internal/farm/server.go", "certificateFile", "| folder of a server:", "`@`"},
		{"cmd/release/web.go", "partsFile", "| the page without a server,", "`@`"},
		{"cmd/internal/problems/solve/journal.go", "journalFormat", "| run of problems,", "format @"},
		{"cmd/internal/problems/make.go", "format", "| search for problems", "format @"},
		{"engine/judge/journal.go", "journalFormat", "| analysis,", "formats @"},
		{"cmd/internal/proofs/list.go", "journalFormat", "| analysis,", ", @ and"},
		{"cmd/internal/learn/searchtune/tuning.go", "journalFormat", "| analysis,", "and @ |"},
		{"cmd/internal/learn/evaltune/generate.go", "Extension", "| samples,", "`*@`"},
		{"cmd/internal/learn/evaltune/shard.go", "shardFormat", "| samples,", "format @"},
		{"cmd/internal/learn/evaltune/train/checkpoint.go", "magic", "| state of a training,", "`@`"},
		{"cmd/internal/learn/evaltune/train/checkpoint.go", "version", "| state of a training,", "version @"},
	} {
		source, err := os.ReadFile("../../" + c.file)
		require.NoError(t, err)
		found := regexp.MustCompile(`(?m)^(?:const|\t)\s*` + c.constant + `\s+=\s+["']?([^"'\s]+)`).FindSubmatch(source)
		require.NotNil(t, found, "%s has no constant %s", c.file, c.constant)
		_, after, has := strings.Cut(string(page), "\n"+c.row)
		require.True(t, has, "no row %s", c.row)
		row, _, _ := strings.Cut(after, "\n")
		require.Contains(t, row, strings.ReplaceAll(c.says, "@", string(found[1])), "%s: %s is %s", c.file, c.constant, found[1])
	}
}
