// Package webboard serves the analysis board: a page for the browser, and a WebSocket for each page, on which package
// protocol/page talks about an engine of its own. docs/board.md describes the board.
//
//	server, err := webboard.Listen(ctx, webboard.Options{Listen: "127.0.0.1:0", Folder: "."})
//	if err != nil {
//		return err
//	}
//	fmt.Println(server.Address())
//	return server.Serve(ctx)
//
// The page's sources are in page/. They are bundled into dist/, which is embedded, by
//
//	go generate ./cmd/internal/webboard
package webboard

//go:generate go run ./bundle
