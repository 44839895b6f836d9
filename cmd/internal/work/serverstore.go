package work

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/internal/file"
)

// The files in the store of a server, beside its messages.
const (
	tokenFile       = "token"
	portFile        = "port"
	certificateFile = "certificate.pem" // with its key
)

// kept returns the text of a file, which is made at the first call. Only the user may read the file: the temporary
// file of WriteWhole has such permissions.
func kept(name string, create func() (string, error)) (string, error) {
	data, err := os.ReadFile(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return strings.TrimSpace(string(data)), err
	}
	text, err := create()
	if err != nil {
		return "", err
	}
	return text, writeSecret(name, text)
}

// writeSecret writes a file that only the user may read.
func writeSecret(name, text string) error {
	if err := file.WriteWhole(name, file.Bytes([]byte(text+"\n"))); err != nil {
		return err
	}
	const permissions = 0o600
	return os.Chmod(name, permissions)
}

// keptToken returns the token in a file.
func keptToken(name string) (string, error) {
	token, err := kept(name, func() (string, error) {
		const size = 16
		random := make([]byte, size)
		_, err := rand.Read(random)
		return hex.EncodeToString(random), err
	})
	if err == nil && token == "" {
		err = fmt.Errorf("%s is empty: remove it, and the server makes a new token", name)
	}
	return token, err
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
	l, err := cli.Listen(ctx, address)
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
	return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}, fingerprint(pair.Leaf), nil
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
