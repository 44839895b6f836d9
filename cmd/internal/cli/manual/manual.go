// Package manual writes the manual pages of a program, and the completions of its commands for shells, from the table of its
// commands.
package manual

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Pages returns the manual pages of a program by the names of their files: a page for the program and one for each command.
// The edition, such as "Zonda 1.0", and the date are at the foot of each page.
func Pages(program *kong.Application, edition, date string) map[string][]byte {
	pages := map[string][]byte{}
	for _, command := range commands(program.Node) {
		var p page
		p.printf(".TH %s 1 %q %q\n", strings.ToUpper(nameOf(command)), date, edition)
		p.command(command)
		pages[nameOf(command)+".1"] = p.Bytes()
	}
	return pages
}

// commands returns a command and all below it that are not hidden, each before those below it.
func commands(top *kong.Node) []*kong.Node {
	all := []*kong.Node{top}
	for _, command := range top.Children {
		if !command.Hidden {
			all = append(all, commands(command)...)
		}
	}
	return all
}

// nameOf returns the name of a command's page.
func nameOf(command *kong.Node) string { return strings.ReplaceAll(command.FullPath(), " ", "-") }

// page is a manual page in the macros man of roff.
type page struct {
	bytes.Buffer
	begun bool  // the section has a block
	block block // that is open
}

// block is a part of a text that is set in one way.
type block int

const (
	none  block = iota
	prose       // lines are filled
	typed       // lines stay as they are
)

func (p *page) printf(format string, values ...any) { fmt.Fprintf(p, format, values...) }

func (p *page) section(title string) {
	p.end()
	p.printf(".SH %s\n", title)
	p.begun = false
}

// begin begins a block, unless the open one is of its kind. A section's first block needs no macro for a paragraph.
func (p *page) begin(kind block) {
	if p.block == kind {
		return
	}
	p.end()
	if p.begun {
		p.printf(".PP\n")
	}
	if kind == typed {
		p.printf(".EX\n")
	}
	p.begun, p.block = true, kind
}

func (p *page) end() {
	if p.block == typed {
		p.printf(".EE\n")
	}
	p.block = none
}

// text writes paragraphs, which empty lines part. Lines that begin with two spaces are shown as they are.
func (p *page) text(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		shown, indented := strings.CutPrefix(line, "  ")
		switch {
		case line == "":
			p.end()
			continue
		case line == "Examples:":
			p.section("EXAMPLES")
			continue
		case indented:
			p.begin(typed)
		default:
			p.begin(prose)
		}
		p.printf("%s\n", escape(shown))
	}
	p.end()
}

// item writes an item of a list.
func (p *page) item(term, help string) { p.printf(".TP\n%s\n%s\n", term, escape(help)) }

func (p *page) command(c *kong.Node) {
	title, text, _ := strings.Cut(strings.TrimSpace(c.Help+"\n\n"+c.Detail), "\n")
	p.section("NAME")
	p.printf("%s \\- %s\n", escape(nameOf(c)), escape(strings.TrimSuffix(title, ".")))
	p.section("SYNOPSIS")
	p.printf(".B %s\n", escape(c.FullPath()))
	if rest := strings.TrimSpace(strings.TrimPrefix(c.Summary(), c.Path())); rest != "" {
		p.printf("%s\n", escape(rest))
	}
	if text = strings.TrimSpace(text); text != "" {
		p.section("DESCRIPTION")
		p.text(text)
	}
	if len(c.Positional) > 0 {
		p.section("ARGUMENTS")
		for _, argument := range c.Positional {
			p.item(escape(argument.Summary()), argument.Help)
		}
	}
	p.flags(c)
	p.below(c)
	if c.Parent != nil {
		p.section("SEE ALSO")
		p.printf(".BR %s (1)\n", escape(nameOf(c.Parent)))
	}
}

// flags writes the flags of a command, those of the commands above it too.
func (p *page) flags(c *kong.Node) {
	p.section("OPTIONS")
	for _, group := range slices.Backward(c.AllFlags(true)) {
		for _, f := range group {
			term := `\fB` + escape("--"+f.Name) + `\fR`
			if f.Short != 0 {
				term = `\fB` + escape("-"+string(f.Short)) + `\fR, ` + term
			}
			if !f.IsBool() {
				term += `=\fI` + escape(f.FormatPlaceHolder()) + `\fR`
			}
			p.item(term, f.Help)
		}
	}
}

// below writes the list of the commands below a command, a program's in their groups.
func (p *page) below(c *kong.Node) {
	group := ""
	for i, child := range commands(c)[1:] {
		if i == 0 {
			p.section("COMMANDS")
		}
		if c.Parent == nil && child.ClosestGroup() != nil && child.ClosestGroup().Title != group {
			group = child.ClosestGroup().Title
			p.printf(".SS %s\n", escape(strings.TrimSuffix(group, ":")))
		}
		p.item(`\fB`+escape(nameOf(child))+`\fR(1)`, child.Help)
	}
}

// escape returns a line of text in roff: characters stay what they are, and no line is taken for a macro.
func escape(text string) string {
	text = escapes.Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, `\(aq`) {
		text = `\&` + text
	}
	return text
}

var escapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)
