package webboard

import (
	"context"
	"reflect"
	"sync/atomic"

	conversation "github.com/zonda-checkers/zonda/protocol/page"
)

// visit is what the server keeps of a page while its socket is open.
type visit struct {
	server  *Server
	judging atomic.Pointer[context.CancelCauseFunc] // of the report that the page has asked for last
}

// kinds returns the kinds of requests that need more than the engine.
func (v *visit) kinds() []conversation.Kind {
	return []conversation.Kind{
		conversation.NewSlowKind("collections", v.collections),
		conversation.NewSlowKind("games", v.games),
		conversation.NewSlowKind("game", v.game),
		conversation.NewSlowKind("files", v.files),
		conversation.NewSlowKind("open", v.open),
		conversation.NewSlowKind("inspect", v.inspect),
		conversation.NewSlowKind("change", v.change),
		conversation.NewSlowKind("undoChange", v.undoChange),
		conversation.NewSlowKind("report", v.report),
		conversation.NewKind("stopReport", v.stopReport),
		conversation.NewSlowKind("problems", v.problems),
		conversation.NewSlowKind("try", v.try),
		conversation.NewSlowKind("solution", v.solution),
		conversation.NewSlowKind("matches", v.matches),
		conversation.NewSlowKind("match", v.match),
		conversation.NewSlowKind("matchGame", v.matchGame),
		conversation.NewSlowKind("stopMatch", v.stopMatch),
		conversation.NewSlowKind("resumeMatch", v.resumeMatch),
		conversation.NewSlowKind("proofs", v.proofs),
	}
}

// Kinds returns all kinds of requests, from which the page's types are generated.
func Kinds() []conversation.Kind { return append(conversation.Kinds(), (&visit{}).kinds()...) }

// EventKinds returns all kinds of events.
func EventKinds() []conversation.EventKind {
	return append(conversation.EventKinds(), conversation.NewEventKind[Progress](progressEvent), conversation.NewEventKind[Collection](fileEvent))
}

// Upload is a kind of file that a page sends.
type Upload struct {
	Path   string // to which it is sent
	Most   int64  // bytes
	Answer reflect.Type
}

// Uploads returns all kinds of files that a page sends.
func Uploads() []Upload {
	return []Upload{
		{"/games", mostGamesBytes, reflect.TypeFor[Collection]()}, {"/problems", mostProblemsBytes, reflect.TypeFor[ProblemList]()},
	}
}
