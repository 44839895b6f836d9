package fake

import "os"

// marker is the first argument of a test binary that runs as the fake engine.
const marker = "be-a-fake-engine"

// Command returns the command line that runs the calling binary as the engine.
func Command(arguments ...string) []string {
	program, err := os.Executable()
	if err != nil {
		program = os.Args[0]
	}
	return append([]string{program, marker}, arguments...)
}

// Asked reports whether this process was started with the command line that Command returns.
func Asked() bool { return len(os.Args) > 1 && os.Args[1] == marker }
