package telegram

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	tg "github.com/go-telegram/bot"
)

// Webhook says where Telegram calls. The server speaks plain HTTP: a proxy in
// front of it has the certificate.
type Webhook struct {
	Listen string // host:port; "" means long polling
	Path   string // of the calls, such as "/telegram"
	Secret string // that calls must carry: 16 to 256 of A-Z a-z 0-9 _ -
	URL    string // where Telegram reaches Path: https://…
}

var secretForm = regexp.MustCompile(`^[A-Za-z0-9_-]{16,256}$`)

// check says what can't be, without telling the secret.
func (w Webhook) check() error {
	if w.Listen == "" {
		return nil
	}
	u, err := url.Parse(w.URL)
	switch {
	case err != nil || u.Scheme != "https" || u.Host == "":
		return errors.New("the webhook's URL is no https address")
	case !strings.HasPrefix(w.Path, "/"):
		return errors.New("the webhook's path doesn't begin with /")
	case !secretForm.MatchString(w.Secret):
		return errors.New("the webhook's secret is not of 16 to 256 letters A-Z a-z 0-9 _ -")
	}
	return nil
}

// The webhook's patience and bounds.
const (
	maxCall     = 1 << 20 // bytes of one call
	headerTime  = 5 * time.Second
	bodyTime    = 15 * time.Second
	replyTime   = 60 * time.Second
	stopTime    = 5 * time.Second
	connections = 40 // that Telegram opens at once
)

// serveWebhook registers the webhook and serves it until ctx ends.
func (p *Platform) serveWebhook(ctx context.Context, in *intake) error {
	l, err := net.Listen("tcp", p.cfg.Webhook.Listen)
	if err != nil {
		return fmt.Errorf("telegram: webhook: %w", err)
	}
	server := &http.Server{
		Handler: p.webhook(in), BaseContext: func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: replyTime,
		ErrorLog: slog.NewLogLogger(p.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	if err := p.setWebhook(ctx); err != nil {
		_ = server.Close()
		return err
	}
	select {
	case err := <-failed:
		return fmt.Errorf("telegram: webhook: %w", err)
	case <-ctx.Done():
	}
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	if err := server.Shutdown(patience); err != nil {
		_ = server.Close()
	}
	return nil
}

// setWebhook tells Telegram where to call.
func (p *Platform) setWebhook(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, helloTime)
	defer cancel()
	_, err := p.api.SetWebhook(ctx, &tg.SetWebhookParams{
		URL: p.cfg.Webhook.URL, SecretToken: p.cfg.Webhook.Secret,
		AllowedUpdates: updatesWanted, MaxConnections: connections,
	})
	if err != nil {
		return fmt.Errorf("telegram: webhook not registered: %w", err)
	}
	return nil
}

// secretHeader carries the secret.
const secretHeader = "X-Telegram-Bot-Api-Secret-Token"

// webhook answers Telegram's calls: 200 only when the update is settled, so
// that Telegram calls again otherwise.
func (p *Platform) webhook(in *intake) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+p.cfg.Webhook.Path, func(w http.ResponseWriter, r *http.Request) {
		if !sameSecret(r.Header.Get(secretHeader), p.cfg.Webhook.Secret) {
			http.Error(w, "wrong secret", http.StatusUnauthorized)
			return
		}
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCall))
		if err != nil {
			http.Error(w, "unreadable", http.StatusBadRequest)
			return
		}
		if err := in.takeOne(r.Context(), raw); err != nil {
			p.log.Warn("telegram: call not settled", "err", err)
			http.Error(w, "not now", http.StatusServiceUnavailable)
		}
	})
	return mux
}

// sameSecret compares in a time that tells nothing.
func sameSecret(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// takeOne takes one update and waits until it is settled.
func (i *intake) takeOne(ctx context.Context, raw json.RawMessage) error {
	settled := make(chan error, 1)
	i.take(ctx, raw, func(err error) { settled <- err })
	return <-settled
}
