package proving_test

import (
	"os"
	"testing"

	"github.com/zonda-checkers/zonda/cmd/internal/programtest"
)

func TestMain(m *testing.M) { os.Exit(programtest.Main(m)) }
