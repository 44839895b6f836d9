package api

import (
	"embed"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// document is the OpenAPI document of a server.
type document struct{ *huma.OpenAPI }

//go:embed docs.html
var docsText string

var docs = template.Must(template.New("docs").Parse(docsText))

//go:embed clients
var clients embed.FS

// serve answers with a page that lists all operations, with the address by which the page was asked.
func (d document) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	page := d.page()
	page.Address = "http://" + r.Host
	_ = docs.Execute(w, page) // the client has disconnected
}

// docsPage is what the page shows.
type docsPage struct {
	*huma.Info
	Address    string // of this server
	Operations []listed
	Parts      []object // of answers, which no operation has alone
	Problems   []example
	Clients    []program
}

// listed is an operation with what its requests and its answers hold.
type listed struct {
	*huma.Operation
	Fields  []field
	Media   []string // the types of its answers
	Answers []answer
	Errors  []example
}

// answer is the answer of an operation, or an event of it.
type answer struct {
	object
	Event string // its name, if the answer is a stream of events
	Shown bool   // further up on the page
}

// object is a JSON object with its fields in the order of their names.
type object struct {
	Name   string // of its schema
	Fields []field
}

// field is a field of a request or of an answer.
type field struct {
	Name   string
	Always bool // it must be in a request, and is in each answer
	*huma.Schema
}

// program is a client that asks the server.
type program struct{ Language, Text string }

// page returns the operations in the order of paths.
func (d document) page() docsPage {
	p := docsPage{Info: d.Info, Problems: examples()}
	for _, c := range []program{{"Python", "client.py"}, {"JavaScript", "client.mjs"}, {"Go", "client.go.txt"}} {
		text, err := clients.ReadFile("clients/" + c.Text)
		if err == nil {
			p.Clients = append(p.Clients, program{c.Language, string(text)})
		}
	}
	shown := map[string]bool{}
	for _, path := range paths {
		item := d.Paths[path]
		if item == nil {
			continue
		}
		for _, o := range []*huma.Operation{item.Post, item.Get} {
			if o != nil {
				p.Operations = append(p.Operations, listed{o, d.requestFields(o), slices.Sorted(maps.Keys(o.Responses["200"].Content)), d.answers(o, shown), errorsOf(o, p.Problems)})
			}
		}
	}
	p.Parts = d.parts(p.Operations, shown)
	return p
}

// requestFields returns what a request holds.
func (d document) requestFields(o *huma.Operation) (fields []field) {
	for _, q := range o.Parameters {
		fields = append(fields, field{q.Name, q.Required, q.Schema})
	}
	if o.RequestBody != nil {
		fields = append(fields, d.object(o.RequestBody.Content["application/json"].Schema.Ref).Fields...)
	}
	return fields
}

// answers returns what an operation answers in JSON. It marks as shown what the page then shows.
func (d document) answers(o *huma.Operation, shown map[string]bool) (all []answer) {
	add := func(ref, event string) {
		a := answer{object: d.object(ref), Event: event}
		a.Shown, shown[a.Name] = shown[a.Name], true
		all = append(all, a)
	}
	for kind, content := range o.Responses["200"].Content {
		for _, event := range content.Schema.OneOf {
			add(event.Ref, strings.ToLower(strings.TrimSuffix(name(event.Ref), "Event")))
		}
		if kind == "application/json" && content.Schema.Ref != "" {
			add(content.Schema.Ref, "")
		}
	}
	return all
}

// parts returns the objects that are in answers, in errors or in each other, and not yet shown.
func (d document) parts(operations []listed, shown map[string]bool) (parts []object) {
	var visit func(fields []field)
	visit = func(fields []field) {
		for _, f := range fields {
			if to := f.Link(); to != "" && !shown[to] {
				shown[to] = true
				part := d.object(f.ref())
				parts = append(parts, part)
				visit(part.Fields)
			}
		}
	}
	for _, o := range operations {
		visit(o.Fields)
		for _, a := range o.Answers {
			visit(a.Fields)
		}
	}
	problem := field{Schema: &huma.Schema{Ref: d.Components.Schemas.Schema(problemType, true, "").Ref}}
	visit([]field{problem})
	return parts
}

// object returns the object of a reference.
func (d document) object(ref string) object {
	schema := d.Components.Schemas.SchemaFromRef(ref)
	o := object{Name: name(ref)}
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		o.Fields = append(o.Fields, field{name, slices.Contains(schema.Required, name), schema.Properties[name]})
	}
	return o
}

// name returns the name of the schema of a reference.
func name(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }

// ref returns the reference of the objects in a field, "" if it has none.
func (f field) ref() string {
	if f.Items != nil {
		return f.Items.Ref
	}
	return f.Ref
}

// Link returns the name of the object in a field, "" for a plain value.
func (f field) Link() string { return name(f.ref()) }

// Kind returns the type of a plain value, and "list of" before that of its parts.
func (f field) Kind() string {
	switch {
	case f.Items != nil:
		return "list of " + f.Items.Type
	case f.Schema.Type == "":
		return "anything"
	}
	return f.Schema.Type
}

// Bounds returns the values that a field may have, in sentences.
func (f field) Bounds() string {
	var s strings.Builder
	number := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
	switch {
	case f.Minimum != nil && f.Maximum != nil:
		fmt.Fprintf(&s, " From %s to %s.", number(*f.Minimum), number(*f.Maximum))
	case f.Minimum != nil:
		fmt.Fprintf(&s, " At least %s.", number(*f.Minimum))
	}
	if f.MaxLength != nil {
		fmt.Fprintf(&s, " At most %d characters.", *f.MaxLength)
	}
	if f.MaxItems != nil {
		fmt.Fprintf(&s, " At most %d of them.", *f.MaxItems)
	}
	for i, value := range f.Enum {
		s.WriteString([]string{" One of", ","}[min(i, 1)])
		fmt.Fprintf(&s, " %v", value)
	}
	if len(f.Enum) > 0 {
		s.WriteString(".")
	}
	if f.Default != nil {
		fmt.Fprintf(&s, " Usually %v.", f.Default)
	}
	return s.String()
}

// errorsOf returns the examples of the errors that an operation can have.
func errorsOf(o *huma.Operation, all []example) (errors []example) {
	for _, e := range all {
		if o.Responses[strconv.Itoa(e.Status)] != nil {
			errors = append(errors, e)
		}
	}
	return errors
}
