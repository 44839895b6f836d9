package api

import (
	"embed"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// document is the OpenAPI document of a server.
type document struct{ *huma.OpenAPI }

//go:embed docs.html
var docsText string

var docs = template.Must(template.New("docs").Funcs(template.FuncMap{
	"number": func(bound *float64) string { return fmt.Sprintf("%.0f", *bound) },
}).Parse(docsText))

//go:embed clients
var clients embed.FS

// serve answers with a page that lists all operations.
func (d document) serve(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = docs.Execute(w, d.listed()) // a reader who is gone needs no page
}

// listed is an operation with what its requests hold.
type listed struct {
	*huma.Operation
	Fields []field
}

type field struct {
	Name     string
	Required bool
	*huma.Schema
}

// docsPage is what the page shows.
type docsPage struct {
	*huma.Info
	Operations []listed
	Clients    []program
}

// program is a client that asks the server.
type program struct{ Language, Text string }

// listed returns the operations in the order of paths.
func (d document) listed() docsPage {
	p := docsPage{Info: d.Info}
	for _, c := range []program{{"Python", "client.py"}, {"JavaScript", "client.mjs"}, {"Go", "client.go.txt"}} {
		text, err := clients.ReadFile("clients/" + c.Text)
		if err == nil {
			p.Clients = append(p.Clients, program{c.Language, string(text)})
		}
	}
	for _, path := range paths {
		item := d.Paths[path]
		if item == nil {
			continue
		}
		for _, o := range []*huma.Operation{item.Post, item.Get} {
			if o != nil {
				p.Operations = append(p.Operations, listed{o, d.fields(o)})
			}
		}
	}
	return p
}

// fields returns what a request holds.
func (d document) fields(o *huma.Operation) (fields []field) {
	for _, q := range o.Parameters {
		fields = append(fields, field{q.Name, q.Required, q.Schema})
	}
	if o.RequestBody == nil {
		return fields
	}
	body := d.Components.Schemas.SchemaFromRef(o.RequestBody.Content["application/json"].Schema.Ref)
	for _, name := range slices.Sorted(maps.Keys(body.Properties)) {
		fields = append(fields, field{name, slices.Contains(body.Required, name), body.Properties[name]})
	}
	return fields
}
