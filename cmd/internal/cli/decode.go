package cli

import (
	"errors"
	"fmt"
	"math/bits"
	"reflect"
	"strconv"

	"github.com/alecthomas/kong"
)

// Decoders returns options with which a wrong number in a flag is told in words, and with which a text keeps all its bytes:
// names of files need not be UTF-8.
func Decoders() []kong.Option {
	options := []kong.Option{kong.KindMapper(reflect.String, kong.MapperFunc(decodeText))}
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

func decodeInt(from *kong.DecodeContext, to reflect.Value) error {
	text, err := word(from)
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(text, 0, to.Type().Bits())
	to.SetInt(n)
	return numberError(text, err)
}

func decodeUint(from *kong.DecodeContext, to reflect.Value) error {
	text, err := word(from)
	if err != nil {
		return err
	}
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
