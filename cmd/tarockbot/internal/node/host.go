// Package node serves a bot: alone on a data file, or as one of several nodes that share a database.
//
// The node that holds the database's lease acts: its bot serves. The other nodes stand by. A term is the time in which
// one bot serves: standby.awaitTerm begins it, and node.lead runs it and hands over.
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

// Serve serves a bot until ctx ends, and prints the page's address to out.
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

// host holds the resources that a process keeps between terms.
type host struct {
	config      config.Config
	out         io.Writer
	log         *slog.Logger
	at          listen.Listeners
	pictures    *render.Studio
	monitor     *monitor.Monitor
	lastPrinted string
}

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
		if !errors.Is(err, bolt.ErrMoved) { // Close would repeat ErrMoved
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

func unlessEnded(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}
