// Package page makes a report of judged games as one HTML file without anything from outside:
// boards and charts are inline SVG, for light and dark screens.
//
//	err := file.WriteWhole("report.html", func(w io.Writer) error {
//		return page.Write(w, "games.pdn", "1000 ms a move", collection.Studies, endings)
//	})
package page
