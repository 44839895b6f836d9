package api

import (
	"bytes"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/diagram"
)

// Look is how a diagram looks.
type Look struct {
	Format  string `json:"format,omitempty" query:"format" enum:"svg,png" default:"svg"`
	Theme   string `json:"theme,omitempty" query:"theme" enum:"tournament,walnut,slate,print" default:"tournament" doc:"The board."`
	Numbers string `json:"numbers,omitempty" query:"numbers" enum:"inside,outside,none" default:"inside" doc:"Where the squares' numbers stand."`
	Red     bool   `json:"red,omitempty" query:"red" doc:"The dark pieces are red."`
	Flip    bool   `json:"flip,omitempty" query:"flip" doc:"White is at the top."`
	Size    int    `json:"size,omitempty" query:"size" minimum:"64" maximum:"2048" default:"600" doc:"The width in pixels."`
}

// DiagramRequest asks for a picture of a position.
type DiagramRequest struct {
	Place
	Look
	Arrows []string `json:"arrows,omitempty" maxItems:"64" example:"[\"11-15\"]" doc:"Ways of pieces, with all their squares."`
}

type (
	diagramRequest    struct{ Body DiagramRequest }
	diagramFENRequest struct {
		FEN string `query:"fen" required:"true" maxLength:"400" example:"B:W21-32:B1-12" doc:"The position, as PDN writes it."`
		Look
	}
)

type drawn struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Body         []byte
}

// picture describes an operation whose answer is a picture.
func picture(o huma.Operation) huma.Operation {
	o.Responses = map[string]*huma.Response{"200": {Description: "The picture.", Content: map[string]*huma.MediaType{
		"image/svg+xml": {Schema: &huma.Schema{Type: huma.TypeString}},
		"image/png":     {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
	}}}
	return o
}

func (s *Server) diagram(ctx context.Context, q *diagramRequest) (*drawn, error) {
	g, err := q.Body.game()
	if err != nil {
		return nil, err
	}
	var arrows []board.Path
	for _, text := range q.Body.Arrows {
		way, err := diagram.ParseArrow(text)
		if err != nil {
			return nil, wrong("body.arrows", text, err)
		}
		arrows = append(arrows, way)
	}
	return s.draw(ctx, q.Body.Look, g.Position(), arrows)
}

func (s *Server) diagramFEN(ctx context.Context, q *diagramFENRequest) (*drawn, error) {
	g, err := Place{FEN: q.FEN}.game()
	if err != nil {
		return nil, inQuery(err)
	}
	return s.draw(ctx, q.Look, g.Position(), nil)
}

func (s *Server) draw(ctx context.Context, l Look, p board.Position, arrows []board.Path) (*drawn, error) {
	d := diagram.Diagram{Position: p, Theme: l.Theme, Red: l.Red, Flip: l.Flip, Numbers: l.Numbers, Arrows: arrows}
	picture, err := d.Draw()
	if err != nil {
		return nil, newProblem(http.StatusUnprocessableEntity, err.Error())
	}
	if l.Format != "png" {
		return &drawn{"image/svg+xml", cacheFor, picture.SVG(l.Size)}, nil
	}
	if err := s.pictures.Acquire(ctx, 1); err != nil {
		return nil, s.cut(err)
	}
	defer s.pictures.Release(1)
	var png bytes.Buffer
	if err := picture.WritePNG(&png, l.Size); err != nil {
		return nil, err
	}
	return &drawn{"image/png", cacheFor, png.Bytes()}, nil
}
