package telegram

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"tarockbot/bot/support/retry"
)

// Webhook configures Telegram's calls. The bot serves plain HTTP; a proxy in front of it has the certificate.
type Webhook struct {
	URL  string // "" means long polling
	Path string // if a proxy changes it; "" means the URL's
	// Secret authorizes calls: 16 to 256 of A-Z a-z 0-9 _ -.
	Secret   string
	Listener net.Listener // Run closes it
}

var (
	secretForm = regexp.MustCompile(`^[A-Za-z0-9_-]{16,256}$`)
	ports      = []string{"", "443", "80", "88", "8443"}
)

// check returns the first wrong setting and the reason, without the secret.
func (w Webhook) check() (setting, reason string) {
	u, err := url.Parse(w.URL)
	switch {
	case err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Fragment != "":
		return "url", "is not an https address that Telegram can call"
	case !slices.Contains(ports, u.Port()):
		return "url", fmt.Sprintf("Telegram doesn't call port %s, only 443, 80, 88 and 8443", u.Port())
	case w.Path != "" && !strings.HasPrefix(w.Path, "/"):
		return "path", "doesn't begin with /"
	case !secretForm.MatchString(w.Secret):
		return "secret", "must have 16 to 256 of the characters A-Z a-z 0-9 _ -"
	}
	return "", ""
}

func (w Webhook) path() string {
	u, _ := url.Parse(w.URL)
	return cmp.Or(w.Path, u.Path, "/")
}

const (
	maxCall      = 1 << 20 // bytes
	headerTime   = 5 * time.Second
	bodyTime     = 15 * time.Second
	replyTime    = 60 * time.Second
	stopTime     = 5 * time.Second
	connections  = 40
	defaultCheck = time.Minute

	secretHeader = "X-Telegram-Bot-Api-Secret-Token"
)

type webhookServer struct {
	client      *client
	config      Webhook
	log         *slog.Logger
	checkEvery  time.Duration
	undelivered atomic.Bool // Telegram answers, but can't deliver
}

// serve leaves the webhook registered: Telegram keeps updates for the next start.
func (h *webhookServer) serve(ctx context.Context, in *intake) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := &http.Server{
		Handler: h.handler(in), BaseContext: func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: replyTime,
		ErrorLog: slog.NewLogLogger(h.log.Handler(), slog.LevelDebug),
	}
	ended := make(chan error, 2)
	go func() { ended <- fmt.Errorf("telegram: webhook: %w", server.Serve(h.config.Listener)) }()
	go func() { ended <- h.maintain(ctx) }()
	err := <-ended
	patience, stop := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer stop()
	if server.Shutdown(patience) != nil {
		_ = server.Close()
	}
	cancel()
	<-ended //nolint:errcheck // the first error counts, the second comes from the stop
	return err
}

func (h *webhookServer) maintain(ctx context.Context) error {
	if err := h.client.retryUntilDone(ctx, "webhook not registered", h.register); err != nil {
		return err
	}
	lastError := 0
	for first := true; ctx.Err() == nil; first = false {
		var now *models.WebhookInfo
		err := h.client.retryUntilDone(ctx, "webhook not checked", func(ctx context.Context) (err error) {
			if now, err = h.client.api.GetWebhookInfo(ctx); err == nil && now.URL != h.config.URL {
				err = ErrConflict // Telegram calls another address, or none
			}
			return err
		})
		if err != nil || ctx.Err() != nil {
			return err
		}
		lost := now.LastErrorDate > lastError && !first
		if lost {
			h.log.Warn("telegram: Telegram can't deliver to the webhook", "error", now.LastErrorMessage)
		}
		h.undelivered.Store(lost)
		lastError = max(lastError, now.LastErrorDate)
		retry.Sleep(ctx, h.checkEvery)
	}
	return nil
}

// register also ends polling by other programs.
func (h *webhookServer) register(ctx context.Context) error {
	_, err := h.client.api.SetWebhook(ctx, &tg.SetWebhookParams{
		URL: h.config.URL, SecretToken: h.config.Secret, AllowedUpdates: updatesWanted, MaxConnections: connections,
	})
	if errors.Is(err, tg.ErrorBadRequest) {
		return fmt.Errorf("%w: %w", ErrWebhook, err)
	}
	return err
}

// handler answers 200 once the update is settled. After any other status Telegram calls again.
func (h *webhookServer) handler(in *intake) http.Handler {
	path := h.config.path()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var status int
		switch {
		case r.URL.Path != path:
			status = http.StatusNotFound
		case r.Method != http.MethodPost:
			w.Header().Set("Allow", http.MethodPost)
			status = http.StatusMethodNotAllowed
		case !sameSecret(r.Header.Get(secretHeader), h.config.Secret):
			status = http.StatusUnauthorized
		default:
			status = h.serveCall(w, r, in)
		}
		w.WriteHeader(status)
	})
}

func (h *webhookServer) serveCall(w http.ResponseWriter, r *http.Request, in *intake) int {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCall))
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		return http.StatusRequestEntityTooLarge
	case err != nil:
		return http.StatusBadRequest
	}
	settled := make(chan error, 1)
	in.accept(r.Context(), raw, func(err error) { settled <- err })
	if err := <-settled; err != nil {
		h.log.Warn("telegram: call not settled", "err", err)
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

func sameSecret(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
