// Package file writes files that survive the sudden end of a program: files that appear whole or not at
// all, journals to which lines are appended, and locks that keep a second program away from a file. It also reads
// files whose size is limited, and has the checksum at the end of files.
//
//	err := file.WriteWhole("report.json", func(w io.Writer) error {
//		return json.NewEncoder(w).Encode(report)
//	})
package file
