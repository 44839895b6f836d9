// Command release builds the archives that users download: the program for each system, with its
// documents, and a file of checksums. The same commit and the same Go give the same bytes.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"
)

const description = `Builds an archive for each system, and SHA256SUMS.

Examples:
  go run ./cmd/release
  go run ./cmd/release --out dist --target linux/amd64 --target windows/amd64
  go run ./cmd/release --library bin/zonda64.dll`

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	var r release
	command := kong.Parse(&r, kong.Name("release"), kong.Description(description), kong.BindTo(ctx, (*context.Context)(nil)))
	command.FatalIfErrorf(r.run(ctx))
}
