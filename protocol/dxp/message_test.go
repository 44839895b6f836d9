package dxp

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

func square(t require.TestingT, number int) board.Square {
	s, ok := board.SquareNumber(number)
	require.True(t, ok)
	return s
}

// The texts of the specification, and those of ours.
func TestMessages(t *testing.T) {
	p, err := board.ParseFEN("W:W32,K6:B1,K31")
	require.NoError(t, err)
	captured := square(t, 14).Bit() | square(t, 15).Bit() | square(t, 22).Bit()
	name := "Zonda" + strings.Repeat(" ", 27)
	for text, want := range map[string]Message{
		"M0012061100":            Move{Seconds: 12, Move: board.Move{From: square(t, 6), To: square(t, 11)}},
		"M00122522003141522":     nil,
		"M001225220314" + "1522": Move{Seconds: 12, Move: board.Move{From: square(t, 25), To: square(t, 22), Captured: captured}},
		"R01" + name + "W005000BWzeeeeW" + strings.Repeat("e", 24) + "Zw": GameRequest{
			Version: 1, Name: "Zonda", Follower: board.White, Minutes: 5, Start: Start{Position: p},
		},
		"R01" + name + "Z999075A": GameRequest{Version: 1, Name: "Zonda", Follower: board.Black, Minutes: 999, Moves: 75, Start: Start{Foreign: true}},
		"A" + name + "2":          GameAcceptance{Name: "Zonda", Code: WrongGame},
		"E11":                     GameEnd{Reason: Lost, Stop: true},
		"E00":                     GameEnd{},
		"Chello, you":             Chat{"hello, you"},
		"C":                       Chat{},
		"B012Z":                   BackRequest{Number: 12, Turn: board.Black},
		"K1":                      BackReply{BackRefused},
	} {
		m, err := Parse(text)
		if want == nil {
			require.Error(t, err, text)
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, want, m)
		require.Equal(t, text, m.String())
	}
	m, err := Parse("M0012252203221415") // any order
	require.NoError(t, err)
	require.Equal(t, captured, m.(Move).Captured)
	foreign := "R01" + name + "W005000BW" + strings.Repeat("z", 20) + strings.Repeat("e", 10) + strings.Repeat("w", 20)
	m, err = Parse(foreign)
	require.NoError(t, err)
	require.True(t, m.(GameRequest).Start.Foreign)
	m, err = Parse("R02" + name + "Wand more that we cannot know")
	require.ErrorContains(t, err, "not a number")
	require.Nil(t, m)
}

func TestBadMessages(t *testing.T) {
	name := strings.Repeat("n", nameWidth)
	empty := strings.Repeat("e", board.Squares)
	for text, want := range map[string]string{
		"":                                      "empty",
		"X":                                     "no message begins so",
		"é":                                     "no message begins so",
		"A" + strings.Repeat("c", MaxMessage):   "longer than 127",
		"Mé":                                    "too short",
		"M00120é1100":                           "not a number",
		"M001":                                  "too short",
		"M0012061":                              "too short",
		"M00120611001":                          `"1" is too much`,
		"M0012003300":                           "0 is not a square",
		"M0012331100":                           "33 is not a square",
		"M00120611021010":                       "captured twice",
		"M001206110215":                         "too short",
		"Mabcd061100":                           `"abcd" is not a number`,
		"E41":                                   "4 is more than 3",
		"E02":                                   "2 is more than 1",
		"A" + name + "4":                        "4 is more than 3",
		"K3":                                    "3 is more than 2",
		"B001w":                                 "not a colour",
		"R01" + name + "W005000C":               "not a start",
		"R01" + name + "W005000BW" + empty:      "the board is empty",
		"R01" + name + "W005000BW" + empty[1:]:  "too short",
		"R01" + name + "W005000BWx" + empty[1:]: "square 1 has \"x\": the letters are zZwWe",
		"R01" + name + "W005000BWw" + empty[1:]: "where it would be a king",
	} {
		_, err := Parse(text)
		require.ErrorContains(t, err, want, text)
	}
	require.Equal(t, "A?"+strings.Repeat(" ", 31)+"0", GameAcceptance{}.String())
	require.Equal(t, "Ca?b", Chat{"a\x00b"}.String())
	require.Len(t, Chat{strings.Repeat("c", 200)}.String(), MaxMessage)
	require.Len(t, GameAcceptance{Name: strings.Repeat("ä", 40)}.String(), 1+nameWidth+1)
}

// A name may be in UTF-8, filled up to characters or to bytes, or in Latin-1.
func TestForeignNames(t *testing.T) {
	blanks := func(n int) string { return strings.Repeat(" ", n) }
	for text, want := range map[string]string{
		"AMüller" + blanks(26) + "0": "Müller", "AMüller" + blanks(25) + "0": "Müller", "AM\xfcller" + blanks(26) + "0": "Müller",
		"A日本語" + blanks(29) + "0": "日本語", "A日本語" + blanks(23) + "0": "日本語", "A\xff\x1b" + blanks(30) + "0": "ÿ\x1b",
	} {
		m, err := Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, GameAcceptance{Name: want}, m)
		request, err := Parse("R01" + text[1:len(text)-1] + "W005000A")
		require.NoError(t, err, text)
		require.Equal(t, want, request.(GameRequest).Name)
	}
}

// What is sent is ASCII.
func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"Müller": "Muller", "één remise?": "een remise?", "Čapek ž Ñ å": "Capek z N a", "ﬁn ½": "fin 1?2", "日本": "??", "a\tb\x7f": "a?b?", "M\xfc": "M?", "": "",
	} {
		require.Equal(t, want, plain(text), text)
	}
}

// Every move of every game survives its message, and so does every position.
func TestMovesSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := board.Start()
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			var moves board.MoveList
			p.Moves(&moves)
			if moves.Len() == 0 {
				break
			}
			for _, m := range moves.Slice() {
				got, err := Parse(Move{Move: m}.String())
				require.NoError(t, err)
				require.Equal(t, m, got.(Move).Move)
			}
			request, err := Parse(GameRequest{Version: Version, Name: "a", Start: Start{Position: p}}.String())
			if p.Finished() {
				break
			}
			require.NoError(t, err)
			require.Equal(t, p, request.(GameRequest).Start.Position)
			p = p.Play(moves.At(rapid.IntRange(0, moves.Len()-1).Draw(t, "move")))
		}
	})
}

// FuzzParse: whatever can be read is written so that it is read as the same again.
func FuzzParse(f *testing.F) {
	name := strings.Repeat("n", nameWidth)
	for _, text := range []string{
		"AMüller" + strings.Repeat(" ", 26) + "0", "AM\xfcller" + strings.Repeat(" ", 26) + "0", "Céén remise?", "C\xe9\xe9n",
		"M0012061100", "M0012252203141522", "A" + name + "0", "E11", "Chello", "C\u202aa\u202c\x1A&nbsp;\r\nb", "CB:W32:B1 2", "B012Z", "K1", "R01" + name + "Z999075A",
		GameRequest{Version: 1, Name: "Zonda", Start: Start{Position: board.Start()}}.String(),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse(text)
		if err != nil {
			require.Nil(t, m)
			return
		}
		again, err := Parse(m.String())
		require.NoError(t, err, "%q", m.String())
		require.Equal(t, m.String(), again.String())
		require.LessOrEqual(t, len(m.String()), MaxMessage)
	})
}
