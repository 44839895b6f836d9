package manual

import (
	"embed"
	"io"
	"slices"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"
)

//go:embed bash.tmpl zsh.tmpl fish.tmpl
var scripts embed.FS

// Shells are the shells that Complete writes for.
var Shells = []string{"bash", "zsh", "fish"}

// Complete writes a script with which a shell completes the commands and the flags of a program. Words are the values that a
// flag with a placeholder takes beside those that its enum lists, such as the names of opening suites for DECK. A word
// that ends with = waits for the rest, and others may follow it in the same quotes.
func Complete(w io.Writer, program *kong.Application, shell string, words map[string][]string) error {
	script, err := template.New(shell+".tmpl").Funcs(template.FuncMap{"zsh": quoteZsh, "fish": quoteFish}).ParseFS(scripts, shell+".tmpl")
	if err != nil {
		return err
	}
	var all []entry
	for _, command := range commands(program.Node) {
		all = append(all, entryOf(command, words))
	}
	return script.Execute(w, struct {
		Name    string
		Entries []entry
	}{program.Name, all})
}

// entry is what may follow the words of a command.
type entry struct {
	At       string // the words, each with a space before it
	Commands []word
	Flags    []option
	Files    bool // names of files, or other arguments
}

type word struct{ Name, Help string }

type option struct {
	word
	Value string   // the placeholder of its value, empty if it takes none
	Words []string // its values, if these are few
	List  bool     // its value is several of the words in quotes
	Files bool     // its value is the name of a file or of a folder
}

func entryOf(c *kong.Node, words map[string][]string) entry {
	e := entry{}
	if path := c.Path(); path != "" {
		e.At = " " + path
	}
	for _, child := range c.Children {
		if !child.Hidden {
			e.Commands = append(e.Commands, word{child.Name, brief(child.Help)})
		}
	}
	flags, files := slices.Concat(c.AllFlags(true)...), c.Positional
	if c.DefaultCmd != nil && c.DefaultCmd.Tag.Default == "withargs" { // its words may follow at once
		flags, files = append(flags, c.DefaultCmd.Flags...), append(files, c.DefaultCmd.Positional...)
	}
	e.Files = len(files) > 0
	for _, f := range flags {
		o := option{word: word{f.Name, brief(f.Help)}}
		if !f.IsBool() {
			o.Value = f.FormatPlaceHolder()
			o.Words = words[o.Value]
			o.List = slices.ContainsFunc(o.Words, func(word string) bool { return strings.HasSuffix(word, "=") })
			if f.Enum != "" {
				o.Words = slices.DeleteFunc(f.EnumSlice(), func(value string) bool { return value == "" })
			}
			o.Files = strings.HasPrefix(o.Value, "FILE") || strings.HasPrefix(o.Value, "DIR") || len(words[o.Value]) > 0 && !o.List
		}
		e.Flags = append(e.Flags, o)
	}
	return e
}

// brief returns the first sentence of a help, without the default.
func brief(help string) string {
	help, _, _ = strings.Cut(help, " (default")
	help, _, _ = strings.Cut(help, ". ")
	return strings.TrimSuffix(help, ".")
}

// quoteZsh returns text for a specification in single quotes.
func quoteZsh(text string) string {
	return strings.NewReplacer(`\`, `\\`, "'", `'\''`, ":", `\:`, "[", `\[`, "]", `\]`).Replace(text)
}

// quoteFish returns text in single quotes.
func quoteFish(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}
