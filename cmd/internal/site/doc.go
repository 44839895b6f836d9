// Package site serves the analysis board: a page for the browser, and a WebSocket for each page, on which package
// cmd/internal/site/talk talks about an engine of its own. docs/board.md describes the board.
//
//	server, err := site.Listen(ctx, site.Options{Listen: "127.0.0.1:0", Folder: "."})
//	if err != nil {
//		return err
//	}
//	fmt.Println(server.Address())
//	return server.Serve(ctx)
//
// The page's sources are in page/. They are bundled into dist/, which is embedded, by
//
//	go generate ./cmd/internal/site
//
// The packages below it:
//
//	talk       the messages of the board: a session of the engine for a page, by WebSocket or in the page
//	library    files of games, problems and repertoires of a person
//	httpguard  hosts, tokens and origins of requests
//	api        the engine over HTTP, for programs
//	bundle     writes the page from its sources
//
// A click on the board that completes a move is a message "position" (page/src/analysis.ts, talk/position.go); "analyze" or, in a game, "think" follow.
// Only commands import this shelf, and shelf farm its httpguard.
package site

//go:generate go run ./bundle
