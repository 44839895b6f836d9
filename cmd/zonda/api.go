package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/site/api"
)

type apiCommand struct {
	Listen      string        `help:"Where the API is served: a host and a port, 0 for any (default ${default}). Away from this machine it needs a token." default:"127.0.0.1:0" placeholder:"HOST:PORT"`
	Token       string        `help:"What a client must know, in the header Authorization: Bearer. Better in ZONDA_TOKEN: other users of the machine can see flags." env:"ZONDA_TOKEN" placeholder:"T"`
	AllowOrigin []string      `help:"A web page of another server that may ask, or '*' for all, which needs a token; may be repeated." placeholder:"https://HOST"`
	TrustProxy  []string      `sep:"none" help:"The address or the network of a proxy; may be repeated. Its header X-Forwarded-For or Forwarded names the client. Without this flag all clients behind a proxy count as one." placeholder:"CIDR"`
	Engines     *int          `help:"Searches at once (default: the CPUs, at most 4)." placeholder:"N" min:"1" max:"256"`
	Hash        int           `help:"Transposition table of each engine in MiB (default ${default})." default:"16" placeholder:"MIB" min:"1" max:"${max_hash}"`
	EGDB        string        `name:"egdb" help:"A folder with more endgame databases than those in the program." placeholder:"DIR" holds:"*.zdb"`
	Queue       int           `help:"Requests that may wait for an engine (default ${default})." default:"${api_queue}" placeholder:"N" min:"0"`
	PerClient   int           `help:"Searches that one client may have, those that wait too (default ${default})." default:"${api_client}" placeholder:"N" min:"1"`
	MaxTime     time.Duration `help:"Longest time of a search (default ${default})." default:"${api_time}" placeholder:"TIME" min:"1ms"`
	MaxGameTime time.Duration `help:"Longest time of the judgement of a game (default ${default})." default:"${api_game}" placeholder:"TIME" min:"1ms"`
	MaxNodes    uint64        `help:"Most nodes of a search (default ${default})." default:"${api_nodes}" placeholder:"N" min:"1"`
	MaxLines    int           `help:"Most lines of an analysis (default ${default})." default:"${api_lines}" placeholder:"N" min:"1"`
	MaxBody     int64         `help:"Most bytes of a request without a game (default ${default})." default:"${api_body}" placeholder:"N" min:"1024"`
	Health      bool          `help:"Serve nothing: ask the API that another process serves at --listen whether it takes searches. The status is 1 if it does not."`
	logFlag
}

func (apiCommand) Help() string {
	return `Serves the engine over HTTP, for programs: moves, analysis as it comes, values of the endgame databases, judged games, diagrams.
The first line on stdout is the address. The page /docs there lists the operations and has clients in three languages; /openapi.json
describes the operations for programs. Ctrl-C ends the server: searches then end, and their clients are told what was found.

Examples:
  zonda api
  zonda api --listen 127.0.0.1:8870 --engines 2 --max-time 2s
  ZONDA_TOKEN="$(openssl rand -hex 16)" zonda api --listen 0.0.0.0:8870
  zonda api --listen 127.0.0.1:8870 --trust-proxy 127.0.0.1
  zonda api --health --listen 127.0.0.1:8870
  curl -s '127.0.0.1:8870/v1/probe?fen=B:WK29:BK1,K2'`
}

func (c apiCommand) Run(ctx context.Context) (err error) {
	if c.Health {
		answer, err := api.AskHealth(ctx, c.Listen)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(cli.Stdout, answer)
		return err
	}
	log, closeLog, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeLog()) }()
	server, err := api.Listen(ctx, api.Options{
		Log:    log,
		Listen: c.Listen, Token: c.Token, Origins: c.AllowOrigin, Proxies: c.TrustProxy, Engines: cli.Or(c.Engines, api.Engines(runtime.NumCPU())), Hash: c.Hash, EGDB: c.EGDB,
		Queue: c.Queue, PerClient: c.PerClient, MaxTime: c.MaxTime, MaxGameTime: c.MaxGameTime, MaxNodes: c.MaxNodes, MaxLines: c.MaxLines, MaxBody: c.MaxBody,
	})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(cli.Stdout, server.Address()); err != nil {
		return err
	}
	return server.Serve(ctx)
}
