package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"tarockbot/bot"
	"tarockbot/bot/discord"
	"tarockbot/bot/local"
	"tarockbot/bot/telegram"
	"tarockbot/render"
	"tarockbot/storage/bolt"
)

func newRun(*pflag.FlagSet) func(context.Context, call) error {
	return host
}

// host serves until ctx ends. What it needs is taken in an order in which
// nothing has been changed when the address or the data file can't be had.
func host(ctx context.Context, c call) (err error) {
	log := newLog(c.err, c.config)
	listener, err := listen(c.config.Listen)
	if err != nil {
		return fail(exitUnavailable, err)
	}
	defer func() { _ = listener.Close() }() // the page has closed it if it ran
	store, err := openData(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, fail(exitIO, store.Close())) }()
	pictures, err := render.NewStudio()
	if err != nil {
		return err
	}
	b, err := bot.New(bot.Config{
		Store: store, Log: log, Random: rand.Reader, Now: time.Now,
		Language: c.config.Language, Limits: c.config.Limits,
		Pictures: pictures,
	})
	if err != nil {
		return err
	}
	page, err := local.New(local.Config{
		Listener: listener, Public: c.config.Public, Hosts: c.config.Hosts,
		Notes: b.Notes("local"), Log: log,
	})
	if err != nil {
		return fail(exitUnavailable, err)
	}
	platforms, err := networks(c.config, b, log)
	if err != nil {
		return fail(exitConfig, err)
	}
	defer serveControl(ctx, c.config.Data, store, log)()
	if _, err := fmt.Fprintf(c.out, "tarockbot is at %s\n", page.URL()); err != nil {
		return err
	}
	log.Info("started", "version", version(), "url", page.URL(), "data", c.config.Data)
	// A signal may come while the tables are still being read.
	if err := b.Run(ctx, append(platforms, page)...); err != nil && !(ctx.Err() != nil && errors.Is(err, context.Canceled)) {
		return err
	}
	log.Info("stopped")
	return nil
}

// networks are the chat networks that there is a token for.
func networks(c Config, b *bot.Bot, log *slog.Logger) (platforms []bot.Platform, err error) {
	if c.Discord.Token != "" {
		p, err := discord.New(discord.Config{
			Token: c.Discord.Token, APIURL: c.Discord.APIURL, Threads: c.Threads, Notes: b.Notes("discord"), Log: log,
		})
		if err != nil {
			return nil, err
		}
		platforms = append(platforms, p)
	}
	if c.Telegram.Token != "" {
		p, err := telegram.New(telegram.Config{
			Token: c.Telegram.Token, APIURL: c.Telegram.APIURL, Notes: b.Notes("telegram"), Log: log,
		})
		if err != nil {
			return nil, err
		}
		platforms = append(platforms, p)
	}
	return platforms, nil
}

// listen opens the page's address.
func listen(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use already; choose another port, or let any free one be taken with --local.listen 127.0.0.1:0", address)
	}
	return listener, err
}

// newLog makes the operator's log.
func newLog(w io.Writer, c Config) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// openData opens the data file.
func openData(c call) (*bolt.Store, error) {
	if err := makeDataDir(c); err != nil {
		return nil, err
	}
	return bolt.Open(c.config.Data, bolt.Options{})
}

// makeDataDir makes the user's data directory if that is where the data is. A
// directory that the operator named must be there: it may be a mistake.
func makeDataDir(c call) error {
	dir, err := dataDir(c.env, runtime.GOOS)
	if err != nil || filepath.Dir(c.config.Data) != dir {
		return nil
	}
	return fail(exitIO, os.MkdirAll(dir, 0o700))
}
