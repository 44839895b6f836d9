package farm

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/site/httpguard"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/logfile"
)

// ServerOptions say how a server runs.
type ServerOptions struct {
	Store       string `help:"The folder for everything that the server keeps; the same folder has the same address again." placeholder:"DIR"`
	Listen      string `help:"Where the server takes connections: a host and a port, 0 for any (default ${default}). Away from the loopback it has TLS." default:"127.0.0.1:0" placeholder:"HOST:PORT"`
	Name        string `help:"The name or the address of this host in the address that is printed (default: all its addresses)." placeholder:"HOST"`
	Certificate string `help:"Your own certificate for TLS, a PEM file; with --key." placeholder:"FILE"`
	Key         string `help:"The key of --certificate." placeholder:"FILE"`
	MaxMiB      int64  `name:"max-mib" help:"Room in the store for tasks and results, in MiB (default: three quarters of the free disk)." placeholder:"N" min:"0"`

	Logger logfile.Logger `kong:"-"` // has what the server of NATS says; nil for none
}

// Server is a NATS server with JetStream in this process.
type Server struct {
	lock    *file.Lock
	store   string
	name    string // by which other hosts call this one; "" for its addresses
	room    int64  // bytes for the streams; 0 for what JetStream takes of the disk
	options *server.Options
	logger  logfile.Logger
	say     Say
	address Address // for producers
	guests  *guests

	mu     sync.Mutex
	server *server.Server // another one after the store was lost
}

// What a server takes of others at most.
const (
	maxConnections = 4096
	maxMemory      = 4 * maxPresences // bytes: several who make the bucket at once all need them for a moment
)

// unlimited is the room of JetStream in bytes if the streams have bounds by --max-mib: it changes no stream of a store in which more than its
// room was promised, not even to a lower bound.
const unlimited = 1 << 60

const startTimeout = 30 * time.Second // a store with many messages is read first

// StartServer starts a server and makes the streams. When it returns, the server takes work.
func StartServer(ctx context.Context, o ServerOptions, say Say) (*Server, error) {
	const permissions = 0o700 // the token is in there
	_, err := os.Stat(o.Store)
	made := errors.Is(err, fs.ErrNotExist)
	if err := os.MkdirAll(o.Store, permissions); err != nil {
		return nil, err
	}
	lock, err := file.Acquire(filepath.Join(o.Store, "server"), file.Moment)
	switch {
	case errors.Is(err, file.ErrLocked):
		return nil, fmt.Errorf("another server has the store %s", o.Store)
	case err != nil:
		return nil, err
	}
	s := &Server{lock: lock, store: o.Store, name: o.Name, room: o.MaxMiB << 20, logger: o.Logger, say: say}
	if s.logger == nil {
		s.logger = logfile.Silent()
	}
	if err := s.open(ctx, o); err != nil {
		err = errors.Join(err, s.Close())
		if made {
			err = errors.Join(err, os.RemoveAll(o.Store))
		}
		return nil, err
	}
	return s, nil
}

// open starts the server and makes the streams. The store is disposable: if it is damaged it begins anew, and producers ask again for
// what was in it.
func (s *Server) open(ctx context.Context, o ServerOptions) (err error) {
	if s.options, err = s.serverOptions(ctx, o); err != nil {
		return err
	}
	damaged, err := s.start(ctx)
	if damaged != "" {
		s.say("the store is damaged (%s), so it begins anew: producers ask again for what was in it", damaged)
		err = s.restart(ctx)
	}
	if err != nil {
		return err
	}
	a := s.address
	a.User = nil
	return errors.Join(writeSecret(filepath.Join(s.store, portFile), strconv.Itoa(s.port())), // for the next time
		writeSecret(filepath.Join(s.store, addressFile), a.String())) // for Admit
}

// serverOptions returns the settings of the server, and sets its address.
func (s *Server) serverOptions(ctx context.Context, o ServerOptions) (*server.Options, error) {
	host, portText, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, cli.WrongUse(fmt.Errorf("listen %s does not look like HOST:PORT", o.Listen))
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return nil, cli.WrongUse(fmt.Errorf("listen %s: the port is not between 0 and 65535", o.Listen))
	}
	if s.guests, err = openGuests(o.Store, s.say); err != nil {
		return nil, err
	}
	s.address.User = url.UserPassword(producerUser, s.guests.producer)
	options := &server.Options{
		ServerName: "zonda", Host: host, Port: int(port), CustomClientAuthentication: s.guests, MaxConn: maxConnections,
		JetStream: true, StoreDir: o.Store, JetStreamMaxMemory: maxMemory, NoSigs: true, NoLog: true,
		DisableShortFirstPing: true,
	}
	if s.room > 0 {
		options.JetStreamMaxStore = unlimited
	}
	if port == 0 {
		options.Port = s.keptPort(ctx, host)
	} else if err := probe(ctx, o.Listen); err != nil {
		return nil, err // the server itself would try for startTimeout
	}
	if !httpguard.IsLoopback(host) || o.Certificate != "" {
		if options.TLSConfig, s.address.Fingerprint, err = s.tls(o); err != nil {
			return nil, err
		}
		s.address.TLS, options.TLS, options.TLSTimeout = true, true, startTimeout.Seconds()
	}
	return options, nil
}

// start starts the server, waits until it takes connections, and makes the streams. It returns what the server says of damaged files
// of the store. A file that is an index may be wrong after a kill; without it, the server reads the messages and their checksums.
func (s *Server) start(ctx context.Context) (damaged string, err error) {
	indexes, err := filepath.Glob(filepath.Join(s.messages(), "*", "streams", "*", "msgs", "index.db"))
	for _, name := range indexes {
		err = errors.Join(err, os.Remove(name))
	}
	if err != nil {
		return "", err
	}
	instance, err := server.NewServer(s.options.Clone())
	if err != nil {
		return "", fmt.Errorf("the server cannot start: %w", err)
	}
	if err := s.guests.serve(instance); err != nil {
		return "", fmt.Errorf("the server cannot start: %w", err)
	}
	log := &serverLog{to: s.logger, store: s.store, say: s.say, told: map[string]bool{}}
	defer log.isStarted()
	instance.SetLoggerV2(log, false, false, false)
	if err := startWithin(instance, s.startTime(), maxStartMemory); err != nil {
		// The start may go on for ever, so that a new one needs a new process.
		return "", errors.Join(fmt.Errorf("the server cannot start: it cannot read %s %w (%s); it is removed, and the same command begins anew",
			s.messages(), err, log.lastText()), os.RemoveAll(s.messages()))
	}
	s.mu.Lock()
	s.server = instance
	s.mu.Unlock()
	if log.hasFailed() || !instance.ReadyForConnections(startTimeout) || !instance.JetStreamEnabled() {
		return log.damagedText(), fmt.Errorf("the server cannot start: %s", log.lastText())
	}
	s.options.Port = s.port()
	var hosts []string
	for _, host := range publicHosts(s.options.Host, s.name) {
		hosts = append(hosts, net.JoinHostPort(host, strconv.Itoa(s.port())))
	}
	s.address.Host = strings.Join(hosts, ",")
	s.address.Replicas = 1
	link, err := s.Link(ctx, s.say) // makes the streams
	if err != nil {
		return log.damagedText(), err
	}
	link.Close()
	return log.damagedText(), nil
}

// startTime bounds the time in which the server reads its store, which is long for a large one.
func (s *Server) startTime() time.Duration {
	const minSpeed = 50 << 20 // bytes a second
	var size int64
	_ = filepath.WalkDir(s.messages(), func(_ string, d fs.DirEntry, err error) error { // what cannot be read has no size
		if err != nil || d.IsDir() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			size += info.Size()
		}
		return nil
	})
	return startTimeout + time.Duration(size/minSpeed)*time.Second
}

// maxStartMemory is the memory in bytes that the start may take: a damaged file can make it take ever more.
const maxStartMemory = 2 << 30

// starter is a server that starts, as one of NATS does.
type starter interface{ Start() }

// startWithin starts a server. It returns an error if that takes more time or memory; the server may then go on with its start for ever.
func startWithin(instance starter, long time.Duration, memory uint64) error {
	started := make(chan struct{})
	go func() {
		defer close(started)
		instance.Start()
	}()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	tick, timeout := time.NewTicker(healthPause), time.After(long)
	defer tick.Stop()
	for {
		select {
		case <-started:
			return nil
		case <-timeout:
			return fmt.Errorf("in %v", long)
		case <-tick.C:
			if runtime.ReadMemStats(&now); now.HeapAlloc > before.HeapAlloc+memory {
				return fmt.Errorf("with %d MiB of memory", memory>>20)
			}
		}
	}
}

// restart removes the messages of the store and starts a new server.
func (s *Server) restart(ctx context.Context) error {
	s.stop()
	if err := os.RemoveAll(s.messages()); err != nil {
		return err
	}
	_, err := s.start(ctx)
	return err
}

// renew is restart for a server that has run. It tries again for startTimeout, because somebody may still be removing the files that the
// new server makes. When ctx ends there may be no server.
func (s *Server) renew(ctx context.Context) error {
	for begin := time.Now(); ; pause(ctx, healthPause) {
		err := s.restart(ctx)
		switch {
		case err == nil || ctx.Err() != nil:
			return nil
		case time.Since(begin) > startTimeout || !s.hasRoom():
			return err
		}
	}
}

// stop stops the server, if one runs.
func (s *Server) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server != nil {
		s.server.Shutdown()
		s.server.WaitForShutdown()
	}
	s.server = nil
}

// messages is the folder of JetStream in the store.
func (s *Server) messages() string { return filepath.Join(s.store, "jetstream") }

// running returns the server that runs.
func (s *Server) running() *server.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.server
}

// InProcessConn returns a connection to the server that runs, for package nats.
func (s *Server) InProcessConn() (net.Conn, error) {
	if instance := s.running(); instance != nil {
		return instance.InProcessConn()
	}
	return nil, net.ErrClosed
}

func (s *Server) port() int { return s.running().Addr().(*net.TCPAddr).Port }

// publicHosts returns how other hosts call this one: by the given name, or by all its addresses if the server listens at all of them.
func publicHosts(host, name string) []string {
	if name != "" {
		return []string{name}
	}
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		return []string{host}
	}
	var all []string
	addresses, _ := net.InterfaceAddrs() // without them the name must do
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			all = append(all, n.IP.String())
		}
	}
	if hostname, err := os.Hostname(); err == nil && len(all) == 0 {
		all = append(all, hostname)
	}
	return all
}

// Address returns the address for producers.
func (s *Server) Address() Address { return s.address }

// Link returns a connection to the server inside this process.
func (s *Server) Link(ctx context.Context, say Say) (*Link, error) {
	l := &Link{user: ownUser, replicas: 1, room: s.room}
	if config := s.running().JetStreamConfig(); config != nil && l.room == 0 {
		l.room = config.MaxStore
	}
	return l.dial(ctx, s.address.Host, "", say, nats.InProcessServer(s), nats.UserInfo(ownUser, s.guests.own), nats.CustomInboxPrefix(inboxOf(ownUser)))
}

// The times between two checks of the server's store, and between two of its room, for which a file of 1 MiB is written.
const (
	healthPause = time.Second
	roomPause   = 5 * time.Second
)

// freePause is the time between two calls that give free memory back to the system: the stacks of connections grow with each message, and
// a server without work collects too little garbage to shrink them.
const freePause = time.Minute

// Wait returns nil when ctx ends, or an error when the server cannot store messages any more. If the store is gone, it begins anew.
func (s *Server) Wait(ctx context.Context) error {
	link, err := s.Link(ctx, func(string, ...any) {})
	if err != nil {
		return err
	}
	defer link.Close()
	if err := link.tellCrowd(); err != nil {
		return err
	}
	tick, rooms, frees := time.NewTicker(healthPause), time.NewTicker(roomPause), time.NewTicker(freePause)
	defer tick.Stop()
	defer rooms.Stop()
	defer frees.Stop()
	room := true
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-rooms.C:
			room = s.hasRoom()
		case <-frees.C:
			debug.FreeOSMemory()
		case <-tick.C:
			s.expel()
			if lost := s.lost(); lost != "" {
				s.say("the store has lost %s, so it begins anew: producers ask again for what was in it", lost)
				if err := s.renew(ctx); err != nil || ctx.Err() != nil {
					return err
				}
			}
			if !s.running().JetStreamEnabled() || !room {
				return fmt.Errorf("the server cannot write to its store %s: the disk may be full; what is stored stays, "+
					"the same command goes on when there is room", s.store)
			}
		}
	}
}

// lost returns the first folder that a stream of the server should have and has not, "" if all are there.
func (s *Server) lost() string {
	if !s.running().JetStreamEnabled() && s.hasRoom() {
		return s.messages() // without it JetStream has given up
	}
	info, err := s.running().Jsz(&server.JSzOptions{Accounts: true, Streams: true})
	if err != nil {
		return "" // hasRoom and JetStreamEnabled tell what is wrong
	}
	for _, account := range info.AccountDetails {
		for _, stream := range account.Streams {
			if stream.Name == "KV_"+workerBucket { // it is in memory
				continue
			}
			name := filepath.Join(s.messages(), account.Name, "streams", stream.Name)
			if _, err := os.Stat(filepath.Join(name, "msgs")); errors.Is(err, fs.ErrNotExist) {
				return name
			}
		}
	}
	return ""
}

// hasRoom reports whether the disk takes a message more. JetStream itself may wait for ever on a full disk.
func (s *Server) hasRoom() bool {
	const maximum, part = 1 << 20, 64 << 10 // bytes: of a message, and of what is written at once, which is garbage then
	f, err := os.CreateTemp(s.store, "room")
	if err != nil {
		return false
	}
	text := make([]byte, part)
	for range maximum / part {
		_, more := f.Write(text)
		err = errors.Join(err, more)
	}
	return errors.Join(err, f.Close(), os.Remove(f.Name())) == nil
}

// Close stops the server. What it has stored stays.
func (s *Server) Close() error {
	s.stop()
	return s.lock.Release()
}

// maxWarning is the number of characters of a warning of the server that are shown.
const maxWarning = 300

// serverLog takes what a server of NATS says, and keeps its last error and what it says of damaged files.
type serverLog struct {
	to    logfile.Logger
	store string
	say   Say

	mu            sync.Mutex
	last, damaged string
	notice        string
	started       bool
	failed        bool            // the server has given up its start, and is never ready
	told          map[string]bool // formats of warnings that the user has seen
}

// lastText returns the last error in words.
func (l *serverLog) lastText() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return cmp.Or(l.last, l.damaged, l.notice, "it gave no reason")
}

// damagedText returns the first warning about a damaged file of the store, in one line; "" if there was none.
func (l *serverLog) damagedText() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.damaged
}

func (l *serverLog) keep(format string, arguments []any) {
	text := fmt.Sprintf(format, arguments...)
	l.mu.Lock()
	l.last = text
	l.mu.Unlock()
	l.to.Error("nats", "text", text)
}

// Errorf keeps an error.
func (l *serverLog) Errorf(format string, arguments ...any) { l.keep(format, arguments) }

// Fatalf keeps an error, with which the server gives up its start. It does not end the process.
func (l *serverLog) Fatalf(format string, arguments ...any) {
	l.keep(format, arguments)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = true
}

func (l *serverLog) hasFailed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failed
}

// Noticef logs a line, and keeps it: the last one tells which stream was being read.
func (l *serverLog) Noticef(format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	l.to.Info("nats", "text", text)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.notice = strings.TrimSpace(text)
}

// Warnf logs a line. It keeps the first one about a damaged file of the store, and tells the user of those that name a file or a stream.
func (l *serverLog) Warnf(format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	l.to.Warn("nats", "text", text)
	damage := strings.Contains(text, l.store) || strings.Contains(text, "Error adding consumer")
	text = cli.Fit(strings.TrimSpace(text), maxWarning)
	l.mu.Lock()
	defer l.mu.Unlock()
	if damage && l.damaged == "" {
		l.damaged = text
		if !l.started {
			return // start says it
		}
	}
	// The name of a stream stands in the format, so numbers that change make no other warning.
	if (damage || strings.Contains(text, streamWarning)) && !l.told[format] {
		l.told[format] = true
		l.say("the server warns: %s", text)
	}
}

// streamWarning begins the warnings of JetStream that name a stream.
const streamWarning = "Filestore ["

// isStarted notes that the server has started: from now on the user is told of all that is damaged.
func (l *serverLog) isStarted() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.started = true
}

// Debugf drops a line.
func (l *serverLog) Debugf(string, ...any) {}

// Tracef drops a line.
func (l *serverLog) Tracef(string, ...any) {}

// The files in the store of a server, beside its messages.
const (
	tokenFile       = "token"
	portFile        = "port"
	certificateFile = "certificate.pem" // with its key
)

// kept returns the text of a file, which is made at the first call.
func kept(name string, create func() (string, error)) (string, error) {
	data, err := os.ReadFile(name)
	text := strings.TrimSpace(string(data))
	if text != "" || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return text, err
	}
	if text, err = create(); err != nil {
		return "", err
	}
	return text, writeSecret(name, text)
}

// writeSecret writes a file that only the user may read: it makes an empty one first, whose permissions WriteWhole keeps.
func writeSecret(name, text string) error {
	const permissions = 0o600
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, permissions)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), file.WriteWhole(name, file.Bytes([]byte(text+"\n"))))
}

// keptToken returns the token in a file.
func keptToken(name string) (string, error) {
	return kept(name, newToken)
}

// keptPort returns the port of the last time if it is free, or else what makes the server choose one.
func (s *Server) keptPort(ctx context.Context, host string) int {
	data, err := os.ReadFile(filepath.Join(s.store, portFile))
	if err != nil {
		return server.RANDOM_PORT
	}
	port, err := strconv.ParseUint(strings.TrimSpace(string(data)), 10, 16)
	if err != nil {
		return server.RANDOM_PORT
	}
	if probe(ctx, net.JoinHostPort(host, strconv.FormatUint(port, 10))) != nil {
		return server.RANDOM_PORT
	}
	return int(port)
}

// probe returns an error if this process cannot listen at HOST:PORT.
func probe(ctx context.Context, address string) error {
	l, err := httpguard.Listen(ctx, address)
	if err != nil {
		return fmt.Errorf("the server cannot start: %w", err)
	}
	return l.Close() // the server takes it now
}

// tls returns the certificate of the server and, of a certificate of its own, the fingerprint.
func (s *Server) tls(o ServerOptions) (*tls.Config, string, error) {
	if o.Certificate != "" {
		pair, err := tls.LoadX509KeyPair(o.Certificate, o.Key)
		if err != nil {
			return nil, "", fmt.Errorf("the certificate %s: %w", o.Certificate, err)
		}
		return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}, "", nil
	}
	name := filepath.Join(s.store, certificateFile)
	text, err := kept(name, newCertificate)
	if err != nil {
		return nil, "", err
	}
	pair, err := tls.X509KeyPair([]byte(text), []byte(text))
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}, sumOf(pair.Leaf.Raw), nil
}

// newCertificate returns a new certificate and its key, in the form PEM. Workers know the certificate by its
// fingerprint, so that it needs no names and no end.
func newCertificate() (string, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", err
	}
	const years = 100
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "zonda serve"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(years, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return "", err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return "", err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})
	return string(append(text, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})...)), nil
}
