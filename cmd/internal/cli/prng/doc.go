// Package prng lets Windows programs run where Windows has no bcryptprimitives.dll, as in
// Wine before 8.13: a command that imports the package starts there too if it is built
// with cgo. On other systems, and without cgo, the package is empty.
package prng
