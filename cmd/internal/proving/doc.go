// Package proving runs the proof of one position for a command: it opens the databases, shows how far the proof is,
// prints the result and writes the certificates.
package proving
