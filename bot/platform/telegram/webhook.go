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

// Webhook configures the address that Telegram calls. The bot serves the calls as plain HTTP: a proxy in
// front of it has the certificate.
type Webhook struct {
	URL  string // the address that Telegram calls: https://…; "" means long polling
	Path string // the calls' path, if a proxy changes it, such as "/telegram"; "" means the URL's
	// Secret authorises calls: 16 to 256 of A-Z a-z 0-9 _ -. It leaves the
	// package only to Telegram.
	Secret   string
	Listener net.Listener // accepts the calls; Run closes it
}

var (
	secretForm = regexp.MustCompile(`^[A-Za-z0-9_-]{16,256}$`)
	ports      = []string{"", "443", "80", "88", "8443"} // the ports that Telegram accepts
)

// check returns the first wrong setting and what is wrong with it, without the secret; "" if all are right.
func (w Webhook) check() (setting, reason string) {
	u, err := url.Parse(w.URL)
	switch {
	case err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Fragment != "":
		return "url", "is no https address that Telegram could call"
	case !slices.Contains(ports, u.Port()):
		return "url", fmt.Sprintf("Telegram doesn't call port %s, only 443, 80, 88 and 8443", u.Port())
	case w.Path != "" && !strings.HasPrefix(w.Path, "/"):
		return "path", "doesn't begin with /"
	case !secretForm.MatchString(w.Secret):
		return "secret", "is not of 16 to 256 letters A-Z a-z 0-9 _ -"
	}
	return "", ""
}

// path returns the path of the calls. The settings must have passed check.
func (w Webhook) path() string {
	u, _ := url.Parse(w.URL)
	return cmp.Or(w.Path, u.Path, "/")
}

// The webhook's timeouts and bounds.
const (
	maxCall      = 1 << 20 // bytes of one call
	headerTime   = 5 * time.Second
	bodyTime     = 15 * time.Second
	replyTime    = 60 * time.Second
	stopTime     = 5 * time.Second
	connections  = 40          // the maximum of Telegram's connections
	defaultCheck = time.Minute // between two checks of the registration

	secretHeader = "X-Telegram-Bot-Api-Secret-Token"
)

// webhookServer receives updates by Telegram's calls.
type webhookServer struct {
	client      *client
	config      Webhook
	log         *slog.Logger
	checkEvery  time.Duration // between two checks of the registration
	undelivered atomic.Bool   // Telegram answers, but can't deliver its calls
}

// serve registers the webhook and serves it until ctx ends, or until it fails. It stays registered: Telegram
// keeps updates until the next start.
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

// maintain registers the webhook and checks it until ctx ends.
func (h *webhookServer) maintain(ctx context.Context) error {
	if err := h.client.retryUntilDone(ctx, "webhook not registered", h.register); err != nil {
		return err
	}
	lastError := 0 // the time of the last failed call that Telegram reports
	for first := true; ctx.Err() == nil; first = false {
		var now *models.WebhookInfo
		err := h.client.retryUntilDone(ctx, "no news of the webhook", func(ctx context.Context) (err error) {
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
			h.log.Warn("telegram: Telegram can't deliver to the webhook", "says", now.LastErrorMessage)
		}
		h.undelivered.Store(lost)
		lastError = max(lastError, now.LastErrorDate)
		retry.Sleep(ctx, h.checkEvery)
	}
	return nil
}

// register tells Telegram the address to call, which ends polling by other programs.
func (h *webhookServer) register(ctx context.Context) error {
	_, err := h.client.api.SetWebhook(ctx, &tg.SetWebhookParams{
		URL: h.config.URL, SecretToken: h.config.Secret, AllowedUpdates: updatesWanted, MaxConnections: connections,
	})
	if errors.Is(err, tg.ErrorBadRequest) {
		return fmt.Errorf("%w: %w", ErrWebhook, err)
	}
	return err
}

// handler answers Telegram's calls: with 200 once the update is settled. After any other answer Telegram
// calls again.
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

// serveCall accepts the update of a call and returns the status of the answer.
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

// sameSecret compares in constant time.
func sameSecret(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
