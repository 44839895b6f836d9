package page_test

import (
	"os"
	"testing"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

func TestMain(m *testing.M) { os.Exit(programtest.Main(m)) }
