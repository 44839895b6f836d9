package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/protocol/uci"
)

// positionReaders are all ways into the program for a position that a person writes. Each returns the position as a FEN.
func positionReaders(t *testing.T) map[string]func(text string) (string, error) {
	opening := func(read func(name string, text string) ([]openings.Opening, error), name string) func(string) (string, error) {
		return func(text string) (string, error) {
			deck, err := read(name, text)
			if err != nil {
				return "", err
			}
			return deck[0].Start.FEN(), nil
		}
	}
	row := func(values ...string) string {
		var b bytes.Buffer
		out := csv.NewWriter(&b)
		require.NoError(t, out.Write(values))
		out.Flush()
		return b.String()
	}
	return map[string]func(string) (string, error){
		"flag (perft, prove, book show, diagram, egdb line)": func(text string) (string, error) {
			var p board.Position
			err := p.UnmarshalText([]byte(text))
			return p.FEN(), err
		},
		"egdb probe": func(text string) (string, error) {
			line, ok := egdbProbeCommand{}.line(text, board.Position.FEN)
			if !ok {
				return "", context.Canceled
			}
			return line[strings.LastIndex(line, " ")+1:], nil // behind the text
		},
		"match --openings .epd": opening(func(name, text string) ([]openings.Opening, error) {
			return openings.ReadEPD(name, strings.NewReader(text+"\n"))
		}, "a.epd"),
		"match --openings .csv": opening(func(name, text string) ([]openings.Opening, error) {
			return openings.ReadCSV(name, strings.NewReader("fen\n"+row(text)))
		}, "a.csv"),
		"solve .epd": asProblem(func(text string) (suite.Suite, error) {
			return suite.ReadPositions("a.epd", strings.NewReader(text+"\n"))
		}),
		"solve .csv": asProblem(func(text string) (suite.Suite, error) {
			return suite.ReadPositions("a.csv", strings.NewReader("fen,result\n"+row(text, "draw")))
		}),
		"solve, JSON": asProblem(func(text string) (suite.Suite, error) {
			line, err := json.Marshal(map[string]string{"fen": text})
			require.NoError(t, err)
			return suite.ReadObjects("a.json", bytes.NewReader(line))
		}),
		"antibook": func(text string) (string, error) {
			entries, err := antibook.Parse("a.txt", strings.NewReader(text+"\n"))
			if err != nil {
				return "", err
			}
			return entries[0].Position.FEN(), nil
		},
		"position fen": func(text string) (string, error) {
			e := session.New()
			defer e.Close()
			var out bytes.Buffer
			require.NoError(t, uci.NewSession(e, &out).Run(t.Context(), strings.NewReader("position fen "+text+"\nd\n")))
			_, fen, found := strings.Cut(out.String(), "fen ")
			if !found || strings.Contains(out.String(), "error") {
				return "", context.Canceled
			}
			fen, _, _ = strings.Cut(fen, "\n")
			return fen, nil
		},
		"page": func(text string) (string, error) {
			g, err := talk.Game{Start: text, Result: "*"}.PDN()
			if err != nil {
				return "", err
			}
			return g.Start.FEN(), nil
		},
		"tag FEN": func(text string) (string, error) {
			for g, err := range pdn.Read(strings.NewReader("[FEN \"" + strings.ReplaceAll(text, `"`, `\"`) + "\"]\n*\n")) {
				if err != nil || !g.StartKnown() {
					return "", context.Canceled
				}
				return g.Start.FEN(), nil
			}
			return "", context.Canceled
		},
	}
}

func asProblem(read func(text string) (suite.Suite, error)) func(string) (string, error) {
	return func(text string) (string, error) {
		s, err := read(text)
		if err != nil {
			return "", err
		}
		if len(s.Malformed) > 0 {
			return "", s.Malformed[0]
		}
		return s.Problems[0].Position.FEN(), nil
	}
}

// TestOneReaderOfPositions: whatever a person writes around a position, every reader takes it for the same, or none takes it.
func TestOneReaderOfPositions(t *testing.T) {
	const fen = "B:W21,22:B1,2"
	for name, read := range positionReaders(t) {
		for _, text := range []string{
			fen, "b:b1,2:w21,22", "B:W21, 22:B1, 2", "B:W21,22:B1,2.", "B:W21,22:B1,2;", "B:W21,22:B1,2 0 1", "B:W21,22:B1,2 0 1;", "B:W21,22:B1,2:H0:F1", `"` + fen + `"`, "'" + fen + "'", "“" + fen + "”", "«" + fen + "»",
			`[FEN "` + fen + `"]`, `[FEN '` + fen + `']`, `[FEN "` + fen + ` 0 1"]`, `FEN "` + fen + `"`,
		} {
			got, err := read(text)
			require.NoError(t, err, "%s: %s", name, text)
			require.Equal(t, fen, got, "%s: %s", name, text)
		}
		for _, text := range []string{"B:W21,22:B1 2", "B:W21,22:B1,33", `"B:W21,22"`, "nonsense", `[FEN "nonsense"]`,
			fen + " junk", fen + " 0 1 junk", fen + " 0 1 2", fen + ` "`, `"` + fen, fen + ` 0 1 "id`, fen + "; junk"} {
			if name == "antibook" && (text == "B:W21,22:B1 2" || strings.HasPrefix(text, fen+" ") || strings.HasPrefix(text, fen+";")) {
				continue // what stands behind a position is the reason there
			}
			_, err := read(text)
			require.Error(t, err, "%s: %s", name, text)
		}
	}
}
