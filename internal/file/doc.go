// Package file writes files that survive the sudden end of a program: files that appear whole or not at
// all, journals to which lines are appended, and locks that keep a second program away from a file. It also reads
// text in all usual encodings and files whose size is limited, and has the checksum at the end of files.
//
//	err := file.WriteWhole("report.json", func(w io.Writer) error {
//		return json.NewEncoder(w).Encode(report)
//	})
//
// Locks: who changes a file holds its [Lock] from before the first read to behind the last write, and a [Journal] holds
// the lock of its file as long as it is open. Readers hold no lock: they find a file as it was before or after a change.
// A lock is on the file .NAME.lock, not on NAME, which may be replaced. Its holder removes the lock file before it
// releases the lock. Therefore a lock counts only while the locked file still has its name.
// The system releases a lock when the process ends, in whatever way. Child processes do not inherit it.
// Order: a goroutine that holds a lock takes further locks only with [NoWait] or [Moment]. Only a goroutine that holds
// no lock may wait [Forever]. Therefore programs never wait for each other in a circle.
package file
