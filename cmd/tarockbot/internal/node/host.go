// Package node serves a bot: alone on a data file, or as one of several nodes that share a database.
//
// A term is the time in which one bot serves. On a data file there is one term: Serve calls serveFile, which makes a
// term and runs it. On a database the node that holds the lease acts, which means that its bot serves, and the others
// stand by. Serve calls serveNode, which repeats two steps:
//
//   - standby.awaitTerm asks for the lease until this node gets it, and begins a term. Meanwhile it rehearses a term,
//     so that the operator learns of faults. When the acting node leaves, the successor prepares a term.
//   - node.lead runs that term until the lease is lost or the process is told to stop. A node that is told to stop
//     hands over: it waits until a successor is ready, and passes new inputs to it.
package node

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/cmd/tarockbot/internal/backup"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/listen"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/monitor"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/render"
	"tarockbot/storage/bolt"
)

// Serve serves a bot until ctx ends and prints the page's address to out. It opens all addresses before
// it touches the data.
func Serve(ctx context.Context, c config.Config, out io.Writer, log *slog.Logger) error {
	if err := c.Check(); err != nil {
		return err
	}
	at, err := listen.Open(c.Addresses())
	if err != nil {
		return exit.With(exit.Unavailable, err)
	}
	defer at.Close()
	pictures, err := render.NewStudio()
	if err != nil {
		return err
	}
	h := &host{config: c, out: out, log: log, at: at, pictures: pictures, monitor: monitor.New()}
	defer h.monitor.Serve(at.Lend(config.KeyMonitor), log)()
	if location.IsDatabase(c.Data) {
		return h.serveNode(ctx)
	}
	return h.serveFile(ctx)
}

// host holds the resources that a process keeps from one term to the next.
type host struct {
	config      config.Config
	out         io.Writer
	log         *slog.Logger
	at          listen.Listeners
	pictures    *render.Studio
	monitor     *monitor.Monitor
	lastPrinted string // the format in which printAddress last printed
}

// serveFile serves the bot of a data file until ctx ends. It locks the file meanwhile.
func (h *host) serveFile(ctx context.Context) (err error) {
	if _, err := h.config.DataKey.Read(); err != nil { // before new files are made
		return err
	}
	if err := h.config.MakeDataDir(); err != nil {
		return err
	}
	store, defects, err := stores.OpenFile(ctx, h.config.Data)
	if err != nil {
		return err
	}
	defer func() {
		closed := store.Close()
		if !errors.Is(err, bolt.ErrMoved) { // else Close repeats it
			err = errors.Join(err, exit.With(exit.IO, closed))
		}
	}()
	key, err := keys.SigningKeyFile{Path: h.config.FairKeyFile(), Environ: h.config.Environ}.Ensure(h.log)
	if err != nil {
		return err
	}
	registry := prometheus.NewRegistry()
	defects.Report(registry, h.log)
	defer backup.ServeRequests(ctx, h.config, store, h.log)()
	t, err := h.makeTerm(ctx, fileAccess(store), key, registry)
	if err != nil {
		return err
	}
	return h.runTerm(ctx, t)
}

// unlessEnded returns err, or nil if err is ctx's own error.
func unlessEnded(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}
