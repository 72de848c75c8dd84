package telegram

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	tg "github.com/go-telegram/bot"

	"tarockbot/bot/chat"
	"tarockbot/bot/metrics"
)

// How long the network may take. An answer to a request for updates may take
// as long as the poll, and then as long as any other.
const (
	dialTime  = 10 * time.Second
	callTime  = 20 * time.Second
	idleConn  = 90 * time.Second
	keepAlive = 15 * time.Second
)

// maxReply is the most that is read of one answer, in bytes. A hundred updates
// of the greatest size fit.
const maxReply = 16 << 20

// newClient makes requests with a patience for each of their parts.
func newClient() *http.Client {
	dialer := &net.Dialer{Timeout: dialTime, KeepAlive: keepAlive}
	return &http.Client{Transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: dialTime, IdleConnTimeout: idleConn,
		MaxIdleConnsPerHost: 16, ResponseHeaderTimeout: defaultPoll + callTime,
	}}
}

// boundary is the only way to the network. The token is part of every address
// and may be echoed in what comes back: it goes no further than here.
type boundary struct {
	client *http.Client
	token  string
	heard  func() // called when a request has succeeded
}

// hidden stands where the token stood.
const hidden = "[token]"

// Do makes the request and reads the answer wholly, without the token in it.
func (b boundary) Do(r *http.Request) (*http.Response, error) {
	resp, err := b.client.Do(r)
	if err != nil {
		return nil, b.hide(err)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxReply))
	_ = resp.Body.Close()
	if err != nil {
		return nil, b.hide(err)
	}
	if resp.StatusCode == http.StatusOK {
		b.heard()
	}
	body = bytes.ReplaceAll(body, []byte(b.token), []byte(hidden))
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// hide makes an error that says the same without the token. Of what it wraps,
// only how it ended is kept.
func (b boundary) hide(err error) error {
	text := strings.ReplaceAll(err.Error(), b.token, hidden)
	if dial, is := errors.AsType[*net.OpError](err); is && dial.Op == "dial" {
		return fmt.Errorf("%w: %s", chat.ErrUnsent, text)
	}
	for _, end := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, end) {
			return fmt.Errorf("%w: %s", end, text)
		}
	}
	return errors.New(text)
}

// envelope is every answer of the Bot API.
type envelope struct {
	OK          bool            `json:"ok"`
	Result      json.RawMessage `json:"result"`
	Code        int             `json:"error_code"`
	Description string          `json:"description"`
	Parameters  struct {
		RetryAfter int `json:"retry_after"`
	} `json:"parameters"`
}

// refused is an error that the Bot API told a request made without the library.
type refused struct {
	code int
	text string
	wait time.Duration
}

func (e *refused) Error() string { return fmt.Sprintf("%d %s", e.code, e.text) }

// client makes requests, within the limits, and tells what has come of them.
type client struct {
	api        *tg.Bot
	http       *http.Client
	token, url string
	log        *slog.Logger
	metrics    *metrics.Metrics
	limits     *limiter
	online     atomic.Bool // Telegram answers
}

// boundary is the client's own. Whatever Telegram answers tells that it is there.
func (c *client) boundary() boundary { return boundary{c.http, c.token, c.hear} }

// call asks for one method and returns its result as it came. It is there for
// updates, which the library decodes all at once or not at all, and for what it
// doesn't know.
func (c *client) call(ctx context.Context, method string, params any) (json.RawMessage, error) {
	body, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("telegram: %s: %w", method, err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/bot"+c.token+"/"+method, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("telegram: %s: %w", method, boundary{token: c.token}.hide(err))
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := c.boundary().Do(r)
	if err != nil {
		return nil, fmt.Errorf("telegram: %s: %w", method, err)
	}
	defer func() { _ = resp.Body.Close() }()
	var e envelope
	if err := json.NewDecoder(resp.Body).Decode(&e); err != nil {
		return nil, fmt.Errorf("telegram: %s: answer %d is no JSON", method, resp.StatusCode)
	}
	if !e.OK {
		return nil, fmt.Errorf("telegram: %s: %w", method,
			&refused{e.Code, e.Description, time.Duration(e.Parameters.RetryAfter) * time.Second})
	}
	return e.Result, nil
}

// Errors with which Run ends; test with errors.Is.
var (
	// ErrToken: Telegram doesn't know the bot.
	ErrToken = errors.New("telegram: Telegram doesn't know the token; is telegram.token complete, and has it been revoked?")
	// ErrConflict: another program is the bot at Telegram.
	ErrConflict = errors.New("telegram: another program takes this bot's updates (409 Conflict); only one may run with a token")
	// ErrWebhook: Telegram will never call the configured address.
	ErrWebhook = errors.New("telegram: Telegram refuses telegram.webhook.url")
)

// What Telegram refuses about pictures.
var (
	// errIsPhoto: the message shows a photo; it has a caption, and can't become
	// a text.
	errIsPhoto = errors.New("telegram: the message is a photo")
	// errNoPhotos: the chat's rules allow the bot no photos.
	errNoPhotos = errors.New("telegram: no photos in this chat")
)

// meanings say what a refusal means, by what Telegram writes in it. The first
// that fits counts. The texts are those of the Bot API server; what has a text that
// isn't here would be refused again.
var meanings = []struct {
	text string
	err  error
}{
	{"message to edit not found", chat.ErrGone},
	{"message can't be edited", chat.ErrGone},
	{"message_id_invalid", chat.ErrGone},
	{"there is no text in the message to edit", errIsPhoto},
	{"not enough rights to send photos", errNoPhotos},
	{"chat_send_photos_forbidden", errNoPhotos},
	{"chat_send_media_forbidden", errNoPhotos},
	{"chat not found", chat.ErrBlocked},
	{"user not found", chat.ErrBlocked},
	{"peer_id_invalid", chat.ErrBlocked},
	{"group chat was deactivated", chat.ErrBlocked},
	{"not enough rights", chat.ErrBlocked},
	{"have no rights", chat.ErrBlocked},
	{"need administrator rights", chat.ErrBlocked},
	{"chat_write_forbidden", chat.ErrBlocked},
	{"chat_restricted", chat.ErrBlocked},
	{"message thread not found", chat.ErrBlocked},
	{"topic_closed", chat.ErrBlocked},
	{"topic_deleted", chat.ErrBlocked},
}

// notModified: the message shows already what it should.
func notModified(err error) bool {
	return errors.Is(err, tg.ErrorBadRequest) && strings.Contains(err.Error(), "message is not modified")
}

// refusesPhoto says that Telegram won't do with a photo what was asked, however
// often it is asked; the words alone may be welcome.
func refusesPhoto(err error) bool {
	return errors.Is(err, tg.ErrorBadRequest) && !errors.Is(err, chat.ErrGone) && !errors.Is(err, chat.ErrBlocked)
}

// spoilsPhoto says that the network, and not Telegram's rules, has kept a photo
// from being shown.
func spoilsPhoto(err error) bool {
	var later chat.RetryAfter
	var moved chat.Migrated
	return err != nil && !refusesPhoto(err) && !errors.Is(err, chat.ErrGone) && !errors.Is(err, chat.ErrBlocked) &&
		!errors.As(err, &later) && !errors.As(err, &moved) && !errors.Is(err, context.Canceled)
}

// badToken: Telegram doesn't know the bot.
func badToken(err error) bool {
	var r *refused
	if errors.As(err, &r) {
		return r.code == http.StatusUnauthorized || r.code == http.StatusNotFound
	}
	return errors.Is(err, tg.ErrorUnauthorized) || errors.Is(err, tg.ErrorNotFound)
}

// countError counts what went wrong with something sent. What a bad request
// means depends on what it was.
func (c *client) countError(err error, badRequest metrics.SendError) {
	var wait chat.RetryAfter
	var moved chat.Migrated
	var slow *tg.TooManyRequestsError
	kind := metrics.SendFailed
	switch {
	case errors.Is(err, context.Canceled):
		return // the bot ends
	case errors.As(err, &wait), errors.As(err, &slow):
		kind = metrics.SendLimited
	case errors.As(err, &moved):
		kind = metrics.SendMoved
	case errors.Is(err, chat.ErrBlocked):
		kind = metrics.SendBlocked
	case errors.Is(err, chat.ErrGone):
		kind = metrics.SendGone
	case errors.Is(err, tg.ErrorBadRequest):
		kind = badRequest
	}
	c.metrics.SendError(platform, kind)
}

// outcome counts and returns what came of a send or an edit.
func (c *client) outcome(to target, err error) error {
	if err = c.portError(to, err); err != nil && !errors.Is(err, errIsPhoto) {
		c.countError(err, metrics.SendRefused)
	}
	return err
}

// portError turns what came of a send or an edit into the port's errors, and
// remembers how long a chat wants to be left alone.
func (c *client) portError(to target, err error) error {
	var slow *tg.TooManyRequestsError
	var moved *tg.MigrateError
	switch {
	case err == nil || notModified(err):
		return nil
	case errors.As(err, &slow):
		wait := max(time.Duration(slow.RetryAfter)*time.Second, time.Second)
		c.limits.pause(to.chat, wait)
		return chat.RetryAfter{Wait: wait}
	case errors.As(err, &moved):
		return chat.Migrated{To: chatID(int64(moved.MigrateToChatID), 0)}
	case errors.Is(err, tg.ErrorForbidden):
		return fmt.Errorf("telegram: %w: %w", chat.ErrBlocked, err)
	case errors.Is(err, tg.ErrorBadRequest):
		text := strings.ToLower(err.Error())
		for _, m := range meanings {
			if strings.Contains(text, m.text) {
				return fmt.Errorf("telegram: %w: %w", m.err, err)
			}
		}
		return fmt.Errorf("telegram: %w: %w", chat.ErrRefused, err)
	}
	return fmt.Errorf("telegram: %w", err)
}
