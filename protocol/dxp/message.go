package dxp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Message is one of GameRequest, GameAcceptance, Move, GameEnd, Chat, BackRequest and BackReply. String
// returns the text of the message, without the byte 0 that ends it on the connection.
type Message interface{ String() string }

// Version is the version of the protocol.
const Version = 1

// Sizes of messages, in characters.
const (
	nameWidth = 32
	// MaxMessage is the largest length of a message.
	MaxMessage = 127
	maxChat    = MaxMessage - 1
)

// chatLetter begins a Chat.
const chatLetter = "C"

// GameRequest asks for a game. Its sender is the initiator.
type GameRequest struct {
	Version  int
	Name     string      // of the initiator
	Follower board.Color // the colour of the side that receives the request
	Minutes  int         // for all moves of a side, 0 to 999; 0 for no clock
	Moves    int         // limit of the moves of each side, 0 to 999; 0 for no limit
	Start    Start
}

// Start is the position where a game begins, or the start of a game that is not English draughts.
type Start struct {
	Position board.Position
	Foreign  bool // the usual start of the board of 50 squares, or a position of that board
}

// Acceptance is an answer to a GameRequest.
type Acceptance int

// The answers.
const (
	Accepted Acceptance = iota
	WrongVersion
	WrongGame
	NoGames
)

// String returns the answer in words.
func (a Acceptance) String() string {
	return [...]string{"accepted", "another version of the protocol", "another game", "no games"}[a]
}

// GameAcceptance answers a GameRequest.
type GameAcceptance struct {
	Name string // of the follower
	Code Acceptance
}

// Move is a move on the board.
type Move struct {
	Seconds int // time for the move, 0 to 9999
	board.Move
}

// Reason is the result of a game for the sender.
type Reason int

// The reasons.
const (
	NoReason Reason = iota
	Lost
	Drawn
	Won
)

// GameEnd ends a game, or answers a GameEnd.
type GameEnd struct {
	Reason Reason
	Stop   bool // the sender wants no more games
}

// Chat is a line of text for the user. A text that is received may have any characters and be longer than a message.
type Chat struct{ Text string }

// BackRequest asks to take moves back.
type BackRequest struct {
	Number int // of the move to go back to, 1 for the first move
	Turn   board.Color
}

// BackCode is an answer to a BackRequest.
type BackCode int

// The answers.
const (
	_ BackCode = iota // accepted
	BackRefused
	BackContinue
)

// BackReply answers a BackRequest.
type BackReply struct{ Code BackCode }

// String returns the message as it is sent, without the zero at its end.
func (m GameRequest) String() string {
	text := fmt.Sprintf("R%02d%s%c%03d%03d", m.Version, nameField(m.Name), colorLetter(m.Follower), m.Minutes, m.Moves)
	if m.Start.Foreign {
		return text + "A"
	}
	return text + "B" + string(colorLetter(m.Start.Position.Turn)) + letters.Replace(m.Start.Position.Letters())
}

// String returns the message as it is sent, without the zero at its end.
func (m GameAcceptance) String() string { return fmt.Sprintf("A%s%d", nameField(m.Name), m.Code) }

// String returns the message as it is sent, without the zero at its end.
func (m Move) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%04d%02d%02d%02d", m.Seconds, m.From.Number(), m.To.Number(), m.Captured.Count())
	for rest := m.Captured; rest != 0; rest &= rest - 1 {
		fmt.Fprintf(&b, "%02d", rest.First().Number())
	}
	return b.String()
}

// String returns the message as it is sent, without the zero at its end.
func (m GameEnd) String() string {
	stop := 0
	if m.Stop {
		stop = 1
	}
	return fmt.Sprintf("E%d%d", m.Reason, stop)
}

// String returns the message as it is sent, without the zero at its end.
func (m Chat) String() string {
	text := plain(m.Text)
	return chatLetter + text[:min(len(text), maxChat)]
}

// String returns the message as it is sent, without the zero at its end.
func (m BackRequest) String() string { return fmt.Sprintf("B%03d%c", m.Number, colorLetter(m.Turn)) }

// String returns the message as it is sent, without the zero at its end.
func (m BackReply) String() string { return fmt.Sprintf("K%d", m.Code) }

// nameField returns a name, cut or filled with blanks to the width of its field.
func nameField(name string) string {
	name = strings.TrimLeft(plain(name), " ")
	if name == "" {
		name = "?"
	}
	return fmt.Sprintf("%-*s", nameWidth, name[:min(len(name), nameWidth)])
}

// colorLetter returns W for White and Z for Black; zwart is the Dutch word for black.
func colorLetter(c board.Color) byte {
	if c == board.White {
		return 'W'
	}
	return 'Z'
}

// alphabet has the letters of a black man, a black king, a white man, a white king and an empty square.
const alphabet = "zZwWe"

// letters turns the letters of Position.Letters into those of the protocol.
var letters = strings.NewReplacer("b", "z", "B", "Z", ".", "e")

// wire sends and receives messages. A byte 0 ends each message on the connection.
type wire struct {
	conn net.Conn
	in   *bufio.Reader
	log  func(direction, text string) // may be nil
}

// send sends a message. It fails if the peer does not receive the message within patience.
func (w *wire) send(m Message, patience time.Duration) error {
	text := m.String()
	if w.log != nil {
		w.log(">", text)
	}
	if err := w.conn.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	_, err := w.conn.Write(append([]byte(text), 0))
	return err
}

// errClosed says that the peer has closed the connection between two messages.
var errClosed = errors.New("the peer closed the connection")

// receive waits for a message.
func (w *wire) receive() (Message, error) {
	text, err := w.text()
	if err != nil {
		return nil, err
	}
	if w.log != nil {
		w.log("<", text)
	}
	return Parse(text)
}

// maxBytes is how many bytes of a message are kept: enough for all characters of a message in UTF-8.
const maxBytes = utf8.UTFMax * MaxMessage

// text reads up to the next byte 0. It fails at a message that is too long. Of a chat that is too long it returns the beginning.
// A byte order mark before a message is left out.
func (w *wire) text() (string, error) {
	var text []byte
	for {
		c, err := w.in.ReadByte()
		switch {
		case err == io.EOF && len(text) > 0:
			return "", fmt.Errorf("%v within message %s", errClosed, board.Quote(string(text)))
		case err == io.EOF:
			return "", errClosed
		case err != nil:
			return "", err
		case c == 0:
			return strings.TrimPrefix(string(text), file.Mark), nil
		case len(text) < maxBytes:
			text = append(text, c)
		case text[0] != chatLetter[0]:
			return "", fmt.Errorf("message %s is longer than %d characters", board.Quote(string(text)), MaxMessage)
		}
	}
}

// plain returns a text in printable ASCII, the only characters of the protocol: letters lose their accents, and question
// marks stand for other characters.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r): // an accent
			return -1
		case r < ' ' || r > '~':
			return '?'
		}
		return r
	}, norm.NFKD.String(text))
}

// characters cuts the text of a message into its characters. A text that is not UTF-8 is taken for Latin-1.
func characters(text string) []string {
	if utf8.ValidString(text) {
		return strings.Split(text, "")
	}
	var all []string
	for _, c := range []byte(text) {
		all = append(all, string(rune(c)))
	}
	return all
}

// octets cuts a text into its bytes.
func octets(text string) []string {
	all := make([]string, len(text))
	for i := range len(text) {
		all[i] = text[i : i+1]
	}
	return all
}
