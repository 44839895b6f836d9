package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// startLogged starts the program with stderr in a file, and returns what reads the file. The test ends the program.
func startLogged(t *testing.T, arguments ...string) (said func() string) {
	t.Helper()
	return logStderr(t, exec.Command(programtest.Program(t), arguments...))
}

// logStderr starts a command with stderr in a file, and returns what reads the file. The test ends the command.
func logStderr(t *testing.T, c *exec.Cmd) (said func() string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "stderr")
	log, err := os.Create(name)
	require.NoError(t, err)
	if c.Stderr = log; c.Env == nil {
		c.Env = ownCache(t)
	}
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill() // it may have ended
		_ = c.Wait()
		require.NoError(t, log.Close())
	})
	return func() string {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(text)
	}
}

// Another engine plays only on workers that have declared it; the others say that they do not have it. A game with clocks
// needs a worker with --clocks.
func TestForeignEngineElsewhere(t *testing.T) {
	t.Parallel()
	if os.Getenv(programtest.Long) == "" {
		t.Skip("half a minute")
	}
	_, address := background(t, "stdout", "serve", "--store", filepath.Join(t.TempDir(), "store"))
	zonda, journal := programtest.Program(t), filepath.Join(t.TempDir(), "a.match")
	without := startLogged(t, "work", address, "--concurrency=1")
	games := func(journal string, more ...string) []string {
		return append([]string{"match", "--engine=name=A cmd=zonda option.Hash=4", "--engine=name=D cmd=dark option.Hash=4",
			"--games=2", "--resume", journal, "--on", address}, more...)
	}
	producer := exec.Command(zonda, games(journal, "--nodes=40")...)
	require.NoError(t, producer.Start())
	const patience = 2 * time.Minute
	require.Eventually(t, func() bool { return strings.Contains(without(), "--engine dark=PATH") }, patience, 100*time.Millisecond, "the worker says why")
	require.Contains(t, without(), "tasks of game are not for this worker")
	with := startLogged(t, "work", address, "--concurrency=1", "--engine", "dark="+zonda+",options=Hash")
	require.NoError(t, producer.Wait())
	require.Len(t, gamesOf(t, journal), 2)

	clocks := filepath.Join(t.TempDir(), "clocks.match")
	producer = exec.Command(zonda, games(clocks, "--tc=2+0.05", "--margin=5000")...)
	require.NoError(t, producer.Start())
	require.Eventually(t, func() bool { return strings.Contains(with(), "--clocks") }, patience, 100*time.Millisecond, "the worker says why")
	background(t, "stderr", "work", address, "--concurrency=1", "--engine", "dark="+zonda+",options=Hash", "--clocks")
	require.NoError(t, producer.Wait())
	require.Len(t, gamesOf(t, clocks), 2)
}

// A network file goes to the workers through the server, and plays the games that it plays here.
func TestNetworkElsewhere(t *testing.T) {
	t.Parallel()
	if os.Getenv(programtest.Long) == "" {
		t.Skip("some seconds")
	}
	address, folder := threeWorkers(t), t.TempDir()
	file := filepath.Join(root, "eval", "network", "zonda.net")
	selfplay := []string{"tune", "selfplay", "--games=4", "--games-per-file=2", "--nodes=20", "--network", file}
	here, there := filepath.Join(folder, "here"), filepath.Join(folder, "there")
	programtest.Succeed(t, append(selfplay, "--out", here)...)
	programtest.Succeed(t, append(selfplay, "--out", there, "--on", address)...)
	entries, err := os.ReadDir(here)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	for _, e := range entries {
		requireSameFiles(t, filepath.Join(here, e.Name()), filepath.Join(there, e.Name()))
	}
}

// writeCertificate writes a certificate for 127.0.0.1, which is its own authority, and its key.
func writeCertificate(t *testing.T, folder string) (certificate, key string) {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, secret.Public(), secret)
	require.NoError(t, err)
	encoded, err := x509.MarshalPKCS8PrivateKey(secret)
	require.NoError(t, err)
	certificate, key = filepath.Join(folder, "certificate.pem"), filepath.Join(folder, "key.pem")
	write := func(name, kind string, data []byte) {
		require.NoError(t, os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600))
	}
	write(certificate, "CERTIFICATE", signed)
	write(key, "PRIVATE KEY", encoded)
	return certificate, key
}

// A server with the user's own certificate is known to those who trust its authority; the others say what is wrong.
func TestOwnCertificate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere the system keeps the authorities")
	}
	folder := t.TempDir()
	certificate, key := writeCertificate(t, folder)
	_, address := background(t, "stdout", "serve", "--store", filepath.Join(folder, "store"), "--certificate", certificate, "--key", key)
	require.True(t, strings.HasPrefix(address, "tls://"), address)
	trusting := exec.Command(programtest.Program(t), "serve", "--status", address)
	trusting.Env = append(os.Environ(), "SSL_CERT_FILE="+certificate)
	text, err := trusting.CombinedOutput()
	require.NoError(t, err, "%s", text)
	_, stderr, status := programtest.Output(t, programtest.Program(t), "serve", "--status", address)
	require.NotZero(t, status)
	require.Contains(t, stderr, "certificate signed by unknown authority")
	_, stderr, status = programtest.Output(t, programtest.Program(t), "serve", "--store", filepath.Join(folder, "other"), "--certificate", key, "--key", key)
	require.NotZero(t, status)
	require.Contains(t, stderr, "the certificate "+key)
}
