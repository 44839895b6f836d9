// Package cbhost lets an engine of CheckerBoard, a library with functions enginecommand and getmove, take part in
// conversations of the text protocol.
//
//	engine, err := cbhost.Load(`engines\cake64.dll`, cbhost.DefaultStack)
//	...
//	err = cbhost.Serve(ctx, engine, os.Stdin, os.Stdout)
//
// [Serve] needs no Windows: any [Library] will do, also *checkerboard.Library. Only [Load] does.
package cbhost
