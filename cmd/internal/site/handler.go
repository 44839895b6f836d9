package site

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/diagram"
	"github.com/zonda-checkers/zonda/cmd/internal/site/library"
	"github.com/zonda-checkers/zonda/internal/svg"
)

//go:embed dist page/src/fonts/figtree.woff2
var files embed.FS

// handler returns the routes of the server.
func (s *Server) handler() http.Handler {
	if s.routes != nil {
		return s.guarded(s.routes)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", asset("dist/index.html", "text/html; charset=utf-8"))
	scripts, _ := fs.Glob(files, "dist/*.js") // the pattern is right
	for _, name := range scripts {
		mux.HandleFunc("GET /"+path.Base(name), asset(name, "text/javascript; charset=utf-8"))
	}
	mux.HandleFunc("GET /app.css", asset("dist/app.css", "text/css; charset=utf-8"))
	icons(mux)
	mux.HandleFunc("GET /figtree.woff2", asset("page/src/fonts/figtree.woff2", "font/woff2"))
	mux.HandleFunc("GET /diagram.svg", drawing("image/svg+xml", func(p *svg.Picture, w io.Writer) error {
		_, err := w.Write(p.SVG(pictureWidth))
		return err
	}))
	mux.HandleFunc("GET /diagram.png", drawing("image/png", func(p *svg.Picture, w io.Writer) error { return p.WritePNG(w, pictureWidth) }))
	mux.HandleFunc("GET /socket", s.socket)
	mux.HandleFunc("POST /games", receiver(library.MaxGamesBytes, s.receive(library.Games)))
	mux.HandleFunc("POST /problems", receiver(library.MaxProblemsBytes, s.receive(library.Problems)))
	mux.HandleFunc("POST /training", receiver(library.MaxTrainingBytes, s.receive(library.Attempts)))
	s.kept.routes(mux)
	return s.guarded(mux)
}

// asset answers with a file of the page.
func asset(name, kind string) http.HandlerFunc {
	data, err := files.ReadFile(name)
	if err != nil {
		return func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "the program was built without its page: run go generate ./cmd/internal/site", http.StatusInternalServerError)
		}
	}
	return content(name, kind, data)
}

// content answers with data; a browser that has it already is told so.
func content(name, kind string, data []byte) http.HandlerFunc {
	sum := sha256.Sum256(data)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("ETag", tag)
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
	}
}

// pictureWidth is how wide the picture of a position is, in pixels.
const pictureWidth = 800

// drawing answers with the picture that a page asks for.
func drawing(kind string, write func(*svg.Picture, io.Writer) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		asked, err := readDiagram(r.URL.Query())
		var picture *svg.Picture
		if err == nil {
			picture, err = asked.Draw()
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		w.Header().Set("Content-Type", kind)
		_ = write(picture, w) // the client has disconnected
	}
}

// maxMarks is how many arrows and rings a picture has at most.
const maxMarks = 64

// readDiagram reads what a picture shows: the position fen on the board theme, with numbers inside, outside or none; with flip White is
// at the top, with red the dark pieces are red. Each arrow is one of the engine, and each chalk one of the reader, or a ring.
func readDiagram(asked url.Values) (d diagram.Diagram, err error) {
	d = diagram.Diagram{
		Theme: cmp.Or(asked.Get("theme"), "tournament"), Numbers: cmp.Or(asked.Get("numbers"), diagram.Inside),
		Red: asked.Has("red"), Flip: asked.Has("flip"),
	}
	if d.Position, err = board.ParseFEN(asked.Get("fen")); err != nil {
		return d, err
	}
	if n := len(asked["arrow"]) + len(asked["chalk"]); n > maxMarks {
		return d, fmt.Errorf("%d arrows and rings are more than %d", n, maxMarks)
	}
	if d.Arrows, err = readMarks(asked["arrow"], diagram.ParseArrow); err != nil {
		return d, err
	}
	d.Chalk, err = readMarks(asked["chalk"], diagram.ParseChalk)
	return d, err
}

func readMarks(texts []string, read func(string) (board.Path, error)) (marks []board.Path, err error) {
	for _, text := range texts {
		way, err := read(text)
		if err != nil {
			return nil, err
		}
		marks = append(marks, way)
	}
	return marks, nil
}

// receive returns a function that takes files of a kind.
func (s *Server) receive(kind string) func(name string, data []byte) (any, error) {
	return func(name string, data []byte) (any, error) { return s.library.Receive(kind, name, data) }
}

// receiver answers a file that a page sends, which has a size of up to most bytes, with what read makes of it.
func receiver[T any](maximum int64, read func(name string, data []byte) (T, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		data, ok := upload(w, r, maximum)
		if !ok {
			return
		}
		made, err := read(r.URL.Query().Get("name"), data)
		answer(w, made, err)
	}
}

// upload reads the body of a request, and answers it if it is too large. It returns false then.
func upload(w http.ResponseWriter, r *http.Request, maximum int64) ([]byte, bool) {
	tooLarge := func() {
		const mib = 1 << 20
		http.Error(w, fmt.Sprintf("the file is larger than %d MiB", maximum/mib), http.StatusRequestEntityTooLarge)
	}
	if r.ContentLength > maximum {
		w.Header().Set("Connection", "close")
		tooLarge()
		return nil, false
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maximum))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		tooLarge()
	case err != nil:
		http.Error(w, "the file did not arrive", http.StatusBadRequest)
	default:
		return data, true
	}
	return nil, false
}

// answer sends a value as JSON, or an error as text.
func answer[T any](w http.ResponseWriter, value T, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value) // the client has disconnected
}
