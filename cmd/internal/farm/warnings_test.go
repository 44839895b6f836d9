package farm

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/internal/logfile"
)

// What the server says of files and streams is told once.
func TestWarnings(t *testing.T) {
	t.Parallel()
	said := &lines{}
	log := &serverLog{to: logfile.Silent(), store: "/store", say: said.say, told: map[string]bool{}}
	log.Warnf("  Error reading metafile %q: %v", "/store/a", "damaged")
	require.Equal(t, `Error reading metafile "/store/a": damaged`, log.damagedText())
	require.Empty(t, said.String(), "the sentence about the start has it")
	log.isStarted()
	for i := range 3 {
		log.Warnf("Filestore [WORK] WriteFullState took %v", i)
		log.Warnf("Readloop processing time: %v", i)
	}
	log.Warnf("Filestore [RESULTS] WriteFullState took %v", 7)
	require.Equal(t, "the server warns: Filestore [WORK] WriteFullState took 0\nthe server warns: Filestore [RESULTS] WriteFullState took 7", said.String())
}
