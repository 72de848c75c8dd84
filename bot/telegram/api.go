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
