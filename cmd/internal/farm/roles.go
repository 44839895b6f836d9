package farm

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// The users of a server. All others are workers that have been admitted by their names.
const (
	producerUser = "producer" // gives work; so does who has a token without a name, as older programs wrote addresses
	sharedUser   = "worker"   // may be shared by all workers
	ownUser      = "serve"    // the server's own connections, with a token of which nobody else hears
	tokenUser    = "token"    // in subjects, who has no name that can stand there
)

// checkUser returns an error if a name cannot be that of a worker, which stands in subjects and is the name of a file.
func checkUser(name string) error {
	const maximum = 32
	letters := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_'
	}
	switch {
	case name == "" || len(name) > maximum || strings.TrimFunc(name, letters) != "" || strings.ContainsFunc(name, func(r rune) bool { return !letters(r) }):
		return fmt.Errorf("the name %s of a worker is not 1 to %d letters, digits, - and _", printable(fmt.Sprintf("%q", name)), maximum)
	case name == producerUser || name == ownUser || name == tokenUser:
		return fmt.Errorf("the name %s is not for workers", name)
	}
	return nil
}

// workerPermissions are all that a worker of a user may do: get tasks, acknowledge them, publish results and presences with its name, read
// and write large data, and hear what all workers hear. In its name no other one can publish, and answers to another one it cannot hear.
func workerPermissions(user string) *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			resultSubject("*", "*", user, "*"), failedSubject(user, "*"), missingSubject(user), backSubject("*", user, "*"),
			"$KV." + workerBucket + "." + user + ".*", "$O." + largeBucket + ".>",
			"$JS.ACK." + workStream + ".>",
			takeSubject,
			"$JS.API.CONSUMER.LIST." + workStream,
			"$JS.API.STREAM.INFO." + workStream,
			"$JS.API.STREAM.INFO.KV_" + workerBucket,
			"$JS.API.STREAM.INFO." + largeStream,
			"$JS.API.DIRECT.GET." + largeStream,
			"$JS.API.DIRECT.GET." + largeStream + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: append(notices(), inboxOf(user)+".>")},
	}
}

// notices are the subjects at which all workers hear something.
func notices() []string { return []string{noticeSubject, abandonSubject, drainSubject} }

// export lets the accounts of workers use what workers may use of the server's main account. A worker has an account of its own because
// NATS sends an answer to whatever subject a client names: in one account that could be a call to delete a stream, or the result of
// another worker. Between accounts only what is exported and imported passes.
func export(instance *server.Server) (err error) {
	main := instance.GlobalAccount()
	for _, subject := range workerPermissions("*").Publish.Allow {
		if subject == takeSubject { // several tasks may come for a call; all other calls have one answer
			err = errors.Join(err, main.AddServiceExportWithResponse(subject, server.Streamed, nil),
				main.SetServiceExportResponseThreshold(subject, maxResponse))
			continue
		}
		err = errors.Join(err, main.AddServiceExport(subject, nil))
	}
	for _, subject := range notices() {
		err = errors.Join(err, main.AddStreamExport(subject, nil))
	}
	return err
}

// takeSubject is the subject of the calls that ask for tasks.
const takeSubject = takePrefix + "*"

// takePrefix stands before the name of the queue in such a call.
const takePrefix = "$JS.API.CONSUMER.MSG.NEXT." + workStream + "."

// maxResponse is for how long tasks may come after a call that asks for them.
const maxResponse = 5 * time.Minute

// account returns the account of the workers of a user, which imports what export exports.
func account(instance *server.Server, user string) (*server.Account, error) {
	name := "worker " + user
	if a, err := instance.LookupAccount(name); err == nil {
		return a, nil
	}
	a, err := instance.RegisterAccount(name)
	if err != nil {
		return nil, err
	}
	main := instance.GlobalAccount()
	for _, subject := range workerPermissions(user).Publish.Allow {
		err = errors.Join(err, a.AddServiceImport(main, subject, subject))
	}
	for _, subject := range notices() {
		err = errors.Join(err, a.AddStreamImport(main, subject, ""))
	}
	return a, err
}

// producerPermissions are what a producer may not do: delete streams, or hear the server's own connections.
func producerPermissions() *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Deny: []string{"$JS.API.STREAM.DELETE.>"}},
		Subscribe: &server.SubjectPermission{Deny: []string{inboxOf(ownUser) + ".>"}},
	}
}

// inboxOf returns the beginning of the subjects at which a user gets answers.
func inboxOf(user string) string { return "_INBOX." + user }

// guests are the users of a server: it reads their tokens from its store when one of them connects.
type guests struct {
	store, producer, own string // the folder, and two tokens
	say                  Say

	mu       sync.Mutex
	instance *server.Server // that runs
	let      map[guest]bool // the workers who were let in
}

// guest is a worker with the token that it had.
type guest struct{ user, token string }

// guestFolder is the folder of a store with the tokens of workers.
const guestFolder = "workers"

// openGuests returns the users of a store. A new store has a token that all workers may share.
func openGuests(store string, say Say) (g *guests, err error) {
	g = &guests{store: store, say: say, let: map[guest]bool{}}
	if g.producer, err = keptToken(filepath.Join(store, tokenFile)); err != nil {
		return g, err
	}
	if g.own, err = newToken(); err != nil {
		return g, err
	}
	folder := filepath.Join(store, guestFolder)
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return g, err
	}
	const permissions = 0o700
	if err := os.Mkdir(folder, permissions); err != nil {
		return g, err
	}
	_, err = keptToken(filepath.Join(folder, sharedUser))
	return g, err
}

// serve lets the users into a server.
func (g *guests) serve(instance *server.Server) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.instance = instance
	return export(instance)
}

// newToken returns a new token.
func newToken() (string, error) {
	const size = 16
	random := make([]byte, size)
	_, err := rand.Read(random)
	return hex.EncodeToString(random), err
}

// token returns the token of a user, "" if there is no such user.
func (g *guests) token(user string) string {
	switch {
	case user == producerUser:
		return g.producer
	case user == ownUser:
		return g.own
	case checkUser(user) != nil:
		return ""
	}
	data, err := os.ReadFile(filepath.Join(g.store, guestFolder, user))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

// Check lets a connection in, with the permissions of its user. The server calls it.
func (g *guests) Check(c server.ClientAuthentication) bool {
	user, given := c.GetOpts().Username, c.GetOpts().Password
	if user == "" {
		user, given = producerUser, c.GetOpts().Token
	}
	token := g.token(user)
	if token == "" || subtle.ConstantTimeCompare([]byte(token), []byte(given)) != 1 {
		return false
	}
	allowed := &server.User{Username: user}
	switch user {
	case ownUser:
	case producerUser:
		allowed.Permissions = producerPermissions()
	default:
		g.mu.Lock()
		defer g.mu.Unlock()
		g.let[guest{user, token}] = true
		allowed.Permissions = workerPermissions(user)
		var err error
		if allowed.Account, err = account(g.instance, user); err != nil {
			g.say("worker %s cannot be let in: %v", user, err)
			return false
		}
	}
	c.RegisterUser(allowed)
	return true
}

// revoked returns the workers who were let in with a token that is not valid any more, once.
func (g *guests) revoked() (users []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for guest := range g.let {
		if g.token(guest.user) != guest.token {
			delete(g.let, guest)
			users = append(users, guest.user)
		}
	}
	return users
}

// expel ends the connections of workers whose tokens were revoked.
func (s *Server) expel() {
	for _, user := range s.guests.revoked() {
		s.say("worker %s is let in no more", user)
		connections, err := s.running().Connz(&server.ConnzOptions{Username: true, User: user, Limit: maxConnections})
		if err != nil {
			continue // the server ends
		}
		for _, c := range connections.Conns {
			_ = s.running().DisconnectClientByID(c.Cid) // it has left
		}
	}
}

// addressFile is the file in a store with the address of its server, without a user.
const addressFile = "address"

// Admit makes a token for a worker of the server that has a store, and returns the worker's address. A worker that has a token keeps it.
func Admit(store, name string) (a Address, err error) {
	if a, err = addressOf(store); err != nil {
		return a, err
	}
	if err := checkUser(name); err != nil {
		return a, cli.WrongUse(err)
	}
	token, err := keptToken(filepath.Join(store, guestFolder, name))
	a.User = url.UserPassword(name, token)
	return a, err
}

// Revoke makes the token of a worker invalid. A server that runs ends its connections within seconds.
func Revoke(store, name string) error {
	if _, err := addressOf(store); err != nil {
		return err
	}
	if err := checkUser(name); err != nil {
		return cli.WrongUse(err)
	}
	err := os.Remove(filepath.Join(store, guestFolder, name))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the store %s has no worker %s", store, name)
	}
	return err
}

// addressOf returns the address of the server that has a store, without a user.
func addressOf(store string) (a Address, err error) {
	data, err := os.ReadFile(filepath.Join(store, addressFile))
	if errors.Is(err, fs.ErrNotExist) {
		return a, fmt.Errorf("the store %s has no server yet: start it once with zonda serve --store", store)
	}
	if err != nil {
		return a, err
	}
	return ParseAddress(strings.TrimSpace(string(data)))
}

// WorkerAddress returns the address that all workers may share, false if its token is revoked.
func (s *Server) WorkerAddress() (Address, bool) {
	a, token := s.address, s.guests.token(sharedUser)
	a.User = url.UserPassword(sharedUser, token)
	return a, token != ""
}

// DialWorker is Dial for a worker, which may do less: see workerPermissions.
func DialWorker(ctx context.Context, a Address, say Say) (l *Link, err error) {
	err = wait(ctx, say, func() error {
		l, err = dialNow(ctx, a, say, true)
		return err
	})
	return l, err
}
