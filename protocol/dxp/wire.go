package dxp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/zonda-checkers/zonda/board"
)

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

// mostBytes is how many bytes of a message are kept: enough for all characters of a message in UTF-8.
const mostBytes = utf8.UTFMax * MaxMessage

// text reads up to the next byte 0. It fails at a message that is too long. Of a chat that is too long it returns the beginning.
// A byte order mark before a message is left out.
func (w *wire) text() (string, error) {
	var text []byte
	for {
		c, err := w.in.ReadByte()
		switch {
		case err == io.EOF && len(text) > 0:
			return "", fmt.Errorf("%w within message %s", errClosed, board.Quote(string(text)))
		case err == io.EOF:
			return "", errClosed
		case err != nil:
			return "", err
		case c == 0:
			return strings.TrimPrefix(string(text), "\uFEFF"), nil
		case len(text) < mostBytes:
			text = append(text, c)
		case text[0] != chatLetter[0]:
			return "", fmt.Errorf("message %s is longer than %d characters", board.Quote(string(text)), MaxMessage)
		}
	}
}
