package cli

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/number"
	"github.com/zonda-checkers/zonda/search"
)

// CheckFlags returns an error if the value of a flag that was given is outside of what the tags of the flag allow. The error
// names the flag, the value and what is allowed. The tags min:"1" and max:"9" bound a number or a duration, and above:"0"
// bounds it without the number itself; they may name variables of the parser, as in max:"${max_depth}". The tag
// endings:".svg,.png" lists the endings of a file's name, which are compared without regard to case; an empty name is none.
// The tag holds:"*.zdb" says that a flag or an argument names a folder, and what is expected there: a warning tells of a folder
// that holds none. The tag needs:"out" names a flag without which this one has no effect, and without:"edge" one with which it has
// none.
func CheckFlags(k *kong.Context) error {
	for _, given := range k.Path {
		if given.Positional != nil {
			if err := checkFolder("", given.Positional); err != nil {
				return err
			}
		}
		f := given.Flag
		if f == nil {
			continue
		}
		value := reflect.Indirect(f.Target)
		if err := checkRange(f, value, k.Model.Vars()); err != nil {
			return err
		}
		if err := checkFolder("--"+f.Name+" ", f.Value); err != nil {
			return err
		}
		if err := checkCompanions(f, k.Flags()); err != nil {
			return err
		}
		if err := checkEnding(f, fmt.Sprint(value)); err != nil {
			return err
		}
	}
	return nil
}

// checkCompanions returns an error if a flag was given without the one that it needs, or with one that it does not go with.
func checkCompanions(f *kong.Flag, all []*kong.Flag) error {
	for _, other := range all {
		switch given := !other.Target.IsZero(); {
		case !given && other.Name == f.Tag.Get("needs"):
			return fmt.Errorf("--%s needs --%s", f.Name, other.Name)
		case given && other.Name == f.Tag.Get("without"):
			return fmt.Errorf("--%s does not go with --%s", f.Name, other.Name)
		}
	}
	return nil
}

// checkEnding returns an error if the name of a file has none of the endings that the tags of the flag allow.
func checkEnding(f *kong.Flag, name string) error {
	endings := f.Tag.Get("endings")
	if endings == "" || name == "" || slices.Contains(strings.Split(endings, ","), strings.ToLower(filepath.Ext(name))) {
		return nil
	}
	return fmt.Errorf("%s: the name %q does not end in %s", f.Name, name, strings.ReplaceAll(endings, ",", " or "))
}

// checkFolder returns an error if a value has the tag holds and is no folder. It warns of a folder without what the tag says.
func checkFolder(flag string, value *kong.Value) error {
	pattern, folder := value.Tag.Get("holds"), value.Target.String()
	if pattern == "" || folder == "" {
		return nil
	}
	given := flag + folder
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: there is no such folder", given)
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s: this is no folder", given)
	case err != nil:
		return fmt.Errorf("%s: %w", given, err)
	}
	if found, err := file.Matching(folder, pattern); err == nil && len(found) == 0 {
		fmt.Fprintf(os.Stderr, "zonda: warning: %s: the folder has no file %s\n", given, pattern)
	}
	return nil
}

// checkRange returns an error if the value of a flag is outside of the range that its tags say.
func checkRange(f *kong.Flag, value reflect.Value, variables kong.Vars) error {
	bound := func(tag string) string {
		return os.Expand(f.Tag.Get(tag), func(name string) string { return variables[name] })
	}
	allowed := valueRange{min: bound("min"), above: bound("above"), max: bound("max")}
	if value.CanInt() && value.Type() != reflect.TypeFor[time.Duration]() {
		value = reflect.ValueOf(value.Int()) // a number may print itself with a unit, as a score does
	}
	if allowed.has(fmt.Sprint(value)) {
		return nil
	}
	return fmt.Errorf("%s %v is %s", f.Name, value, allowed.outside())
}

// valueRange is the bounds of a number or of a duration, each a text, which is empty if there is none.
type valueRange struct {
	min   string
	above string // the bound itself is not allowed
	max   string
}

// has reports whether a value lies in the range. A text that is no number lies in none that has a bound.
func (r valueRange) has(value string) bool {
	x := numberOf(value)
	return (r.min == "" || x >= numberOf(r.min)) && (r.above == "" || x > numberOf(r.above)) && (r.max == "" || x <= numberOf(r.max))
}

// outside says what is wrong with a value that does not lie in the range.
func (r valueRange) outside() string {
	switch {
	case r.min != "" && r.max != "":
		return "not between " + r.min + " and " + r.max
	case r.above != "" && r.max != "":
		return "not above " + r.above + " and at most " + r.max
	case r.above != "":
		return "not above " + r.above
	case r.min != "":
		return "less than " + r.min
	}
	return "more than " + r.max
}

// numberOf returns a number, or a duration in nanoseconds; NaN for any other text, which is in no range.
func numberOf(text string) float64 {
	if d, err := time.ParseDuration(text); err == nil {
		return float64(d)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// Decoders returns options with which a wrong number in a flag is told in words, and with which a text keeps all its bytes:
// names of files need not be UTF-8. A time is a number of milliseconds, or has a unit.
func Decoders() []kong.Option {
	options := []kong.Option{
		kong.KindMapper(reflect.String, kong.MapperFunc(decodeText)),
		kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(decodeTime)),
	}
	for _, kind := range []reflect.Kind{reflect.Int, reflect.Int32, reflect.Int64} {
		options = append(options, kong.KindMapper(kind, kong.MapperFunc(decodeInt)))
	}
	for _, kind := range []reflect.Kind{reflect.Uint, reflect.Uint32, reflect.Uint64} {
		options = append(options, kong.KindMapper(kind, kong.MapperFunc(decodeUint)))
	}
	return options
}

// word returns the next word of the command line.
func word(from *kong.DecodeContext) (string, error) {
	token, err := from.Scan.PopValue("")
	if err != nil {
		return "", errors.New("a value is missing")
	}
	return fmt.Sprint(token.Value), nil
}

func decodeText(from *kong.DecodeContext, to reflect.Value) error {
	text, err := word(from)
	to.SetString(text)
	return err
}

func decodeTime(from *kong.DecodeContext, to reflect.Value) error {
	text, err := word(from)
	if err != nil {
		return err
	}
	d, err := parseTime(text)
	to.SetInt(int64(d))
	return err
}

// Patience is a time that had the unit of seconds in the version before: a plain number still means seconds, with a warning.
type Patience time.Duration

// String returns the time with its unit.
func (p Patience) String() string { return time.Duration(p).String() }

// Decode is called by the command line parser.
func (p *Patience) Decode(from *kong.DecodeContext) error {
	text, err := word(from)
	if err != nil {
		return err
	}
	if n, err := strconv.ParseInt(text, 10, 32); err == nil {
		fmt.Fprintf(os.Stderr, "zonda: warning: %s seconds are now written with the unit, as in %ss; the plain number works until the next version\n", text, text)
		*p = Patience(time.Duration(n) * time.Second)
		return nil
	}
	d, err := parseTime(text)
	*p = Patience(d)
	return err
}

// parseTime reads a time: a whole number is milliseconds, anything else has a unit, as in 200ms, 1.5s and 1m30s.
func parseTime(text string) (time.Duration, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n == n*int64(time.Millisecond)/int64(time.Millisecond) {
		return time.Duration(n) * time.Millisecond, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%q is no time: a number of milliseconds, or one with a unit, as in 200ms, 1.5s or 1m30s", text)
	}
	return d, nil
}

func decodeInt(from *kong.DecodeContext, to reflect.Value) error {
	text, err := word(from)
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(number.Plain(text), 0, to.Type().Bits())
	to.SetInt(n)
	return numberError(text, err)
}

func decodeUint(from *kong.DecodeContext, to reflect.Value) error {
	text, err := word(from)
	if err != nil {
		return err
	}
	text = number.Plain(text)
	n, err := strconv.ParseUint(text, 0, to.Type().Bits())
	if _, negative := strconv.ParseInt(text, 0, bits.UintSize); err != nil && negative == nil {
		return fmt.Errorf("%s is less than 0", text)
	}
	to.SetUint(n)
	return numberError(text, err)
}

// numberError tells in words why a text is no number; nil for no error.
func numberError(text string, err error) error {
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s is out of range", text)
	case err != nil:
		return fmt.Errorf("%q is not a whole number", text)
	}
	return nil
}

// LimitFlags say how long each of many positions is searched. The tag set:"usual=TEXT" of the field that holds them
// tells the help what a position gets without any limit.
type LimitFlags struct {
	MoveTime *time.Duration `name:"movetime" help:"Time a position, such as 200ms; a plain number is milliseconds. Without any limit it gets ${usual}." placeholder:"TIME" above:"0s"`
	Depth    *int           `help:"Plies a position." placeholder:"N" min:"1" max:"${max_depth}"`
	Nodes    *uint64        `help:"Nodes a position." placeholder:"N" min:"1"`
}

// defaultMoveTime is the time for a position if there is no limit at all.
const defaultMoveTime = time.Second

// Given reports whether there is a limit.
func (f *LimitFlags) Given() bool { return f.MoveTime != nil || f.Depth != nil || f.Nodes != nil }

// Limits returns the limits, 0 for none.
func (f *LimitFlags) Limits() (moveTime time.Duration, depth search.Depth, nodes uint64) {
	if !f.Given() {
		return defaultMoveTime, 0, 0
	}
	return Or(f.MoveTime, 0), search.Depth(Or(f.Depth, 0)), Or(f.Nodes, 0)
}

// Or returns the value of a flag, or another value if the flag was not given.
func Or[T any](flag *T, otherwise T) T {
	if flag == nil {
		return otherwise
	}
	return *flag
}
