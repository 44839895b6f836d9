package work

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// Address says where a server is and how to enter: nats://TOKEN@HOST:PORT. Two parameters may follow:
// fingerprint=HEX, the SHA-256 of the certificate that the server must have, and replicas=3, the copies of the
// streams that are made in a cluster.
type Address struct {
	Token       string
	Host        string // with the port
	TLS         bool
	Fingerprint string // of the server's certificate; "" if an authority has signed it
	Replicas    int
}

// The parts of an address.
const (
	plainScheme    = "nats"
	tlsScheme      = "tls"
	fingerprintKey = "fingerprint"
	replicasKey    = "replicas"
	mostReplicas   = 5 // of JetStream
)

// ParseAddress reads an address. Its errors do not show the token.
func ParseAddress(text string) (a Address, err error) {
	u, err := url.Parse(text)
	if err != nil {
		return a, errors.New("the address of the server is no URL: it looks like nats://TOKEN@HOST:PORT")
	}
	if u.Scheme != plainScheme && u.Scheme != tlsScheme || u.Hostname() == "" || u.Port() == "" || strings.Trim(u.Path, "/") != "" {
		return a, errors.New("the address of the server does not look like nats://TOKEN@HOST:PORT")
	}
	a = Address{Token: u.User.String(), Host: u.Host, TLS: u.Scheme == tlsScheme, Replicas: 1}
	for key, values := range u.Query() {
		switch value := values[0]; key {
		case fingerprintKey:
			digest, err := hex.DecodeString(value)
			if err != nil || len(digest) != sha256.Size {
				return a, errors.New("the fingerprint in the address has not 64 hexadecimal digits")
			}
			a.TLS, a.Fingerprint = true, value
		case replicasKey:
			if a.Replicas, err = strconv.Atoi(value); err != nil || a.Replicas < 1 || a.Replicas > mostReplicas {
				return a, fmt.Errorf("replicas=%s in the address is not between 1 and %d", value, mostReplicas)
			}
		default:
			return a, fmt.Errorf("the address has the parameter %s, which nobody knows", key)
		}
	}
	return a, nil
}

// String returns the address with everything in it, the token too.
func (a Address) String() string {
	u := url.URL{Scheme: plainScheme, Host: a.Host}
	if name, password, found := strings.Cut(a.Token, ":"); found {
		u.User = url.UserPassword(name, password)
	} else if a.Token != "" {
		u.User = url.User(a.Token)
	}
	query := url.Values{}
	switch {
	case a.Fingerprint != "":
		query.Set(fingerprintKey, a.Fingerprint)
	case a.TLS:
		u.Scheme = tlsScheme
	}
	if a.Replicas > 1 {
		query.Set(replicasKey, strconv.Itoa(a.Replicas))
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// tlsConfig returns how the server is checked, nil without TLS.
func (a Address) tlsConfig() *tls.Config {
	switch {
	case a.Fingerprint != "":
		return &tls.Config{
			MinVersion:         tls.VersionTLS12,
			InsecureSkipVerify: true, // the fingerprint says more than an authority could
			VerifyConnection: func(s tls.ConnectionState) error {
				if fingerprint(s.PeerCertificates[0]) != a.Fingerprint {
					return errors.New("the certificate of the server has another fingerprint than the address")
				}
				return nil
			},
		}
	case a.TLS:
		return &tls.Config{MinVersion: tls.VersionTLS12}
	}
	return nil
}

// fingerprint returns the SHA-256 of a certificate in hexadecimal digits.
func fingerprint(c *x509.Certificate) string {
	sum := sha256.Sum256(c.Raw)
	return hex.EncodeToString(sum[:])
}
