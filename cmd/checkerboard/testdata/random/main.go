// Command random prints random bytes of the system, as the runtime and as crypto/rand have them.
package main

import (
	"crypto/rand"
	"fmt"
	"hash/maphash"
	"os"

	_ "github.com/zonda-checkers/zonda/cmd/internal/cli/prng"
)

func main() {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Printf("%016x %x\n", maphash.String(maphash.MakeSeed(), ""), bytes)
}
