package cli

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// CheckFlags returns an error if the value of a flag of the command is outside of what the tags of the flag allow. The error
// names the flag, the value and what is allowed. The tags min:"1" and max:"9" bound a number or a duration, and above:"0"
// bounds it without the number itself; they may name variables of the parser, as in max:"${max_depth}". The tag
// endings:".svg,.png" lists the endings of a file's name, which are compared without regard to case. A flag that is a nil
// pointer, or an empty name, was not given.
func CheckFlags(k *kong.Context) error {
	for _, f := range k.Flags() {
		value := reflect.Indirect(f.Target)
		if !value.IsValid() {
			continue
		}
		if err := checkRange(f, value, k.Model.Vars()); err != nil {
			return err
		}
		endings := f.Tag.Get("endings")
		if name := fmt.Sprint(value); endings != "" && name != "" && !slices.Contains(strings.Split(endings, ","), strings.ToLower(filepath.Ext(name))) {
			return fmt.Errorf("%s: the name %q does not end in %s", f.Name, name, strings.ReplaceAll(endings, ",", " or "))
		}
	}
	return nil
}

func checkRange(f *kong.Flag, value reflect.Value, variables kong.Vars) error {
	bound := func(tag string) (text string, number float64) {
		text = os.Expand(f.Tag.Get(tag), func(name string) string { return variables[name] })
		return text, numberOf(text)
	}
	low, least := bound("min")
	floor, above := bound("above")
	high, most := bound("max")
	if low == "" && floor == "" && high == "" {
		return nil
	}
	x := numberOf(fmt.Sprint(value))
	isLow, isHigh := low != "" && !(x >= least) || floor != "" && !(x > above), high != "" && !(x <= most) // NaN is both
	var wrong string
	switch {
	case !isLow && !isHigh:
		return nil
	case low != "" && high != "":
		wrong = "not between " + low + " and " + high
	case floor != "" && high != "":
		wrong = "not above " + floor + " and at most " + high
	case floor != "":
		wrong = "not above " + floor
	case isLow:
		wrong = "less than " + low
	default:
		wrong = "more than " + high
	}
	return fmt.Errorf("%s %v is %s", f.Name, value, wrong)
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
