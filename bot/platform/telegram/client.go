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
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/support/retry"
)

const (
	dialTime  = 10 * time.Second
	callTime  = 20 * time.Second // plus a poll's wait for updates
	idleConn  = 90 * time.Second
	keepAlive = 15 * time.Second
	maxReply  = 16 << 20 // bytes of an answer

	noToken = "[token]"
)

func newClient() *http.Client {
	dialer := &net.Dialer{Timeout: dialTime, KeepAlive: keepAlive}
	return &http.Client{Transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: dialTime, IdleConnTimeout: idleConn,
		MaxIdleConnsPerHost: 16, ResponseHeaderTimeout: defaultPoll + callTime,
	}}
}

// client makes requests within the rate limits. The token is part of every address and may come back in answers and
// errors; it never leaves the client.
type client struct {
	api        *tg.Bot // sends through client.Do
	http       *http.Client
	token, url string
	log        *slog.Logger
	metrics    *metrics.Metrics
	limits     *limiter
	online     atomic.Bool
}

func (c *client) Do(r *http.Request) (*http.Response, error) {
	resp, err := c.http.Do(r)
	if err != nil {
		return nil, c.redact(err)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxReply))
	_ = resp.Body.Close()
	if err != nil {
		return nil, c.redact(err)
	}
	if resp.StatusCode == http.StatusOK {
		c.online.Store(true)
	}
	resp.Body = io.NopCloser(bytes.NewReader(bytes.ReplaceAll(body, []byte(c.token), []byte(noToken))))
	return resp, nil
}

// redact returns the error without the token.
func (c *client) redact(err error) error {
	text := strings.ReplaceAll(err.Error(), c.token, noToken)
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

type apiAnswer struct {
	OK          bool            `json:"ok"`
	Result      json.RawMessage `json:"result"`
	Code        int             `json:"error_code"`
	Description string          `json:"description"`
	Parameters  struct {
		RetryAfter int `json:"retry_after"` // seconds
	} `json:"parameters"`
}

func (a *apiAnswer) Error() string { return fmt.Sprintf("%d %s", a.Code, a.Description) }

var libraryErrors = map[int]error{
	http.StatusUnauthorized: tg.ErrorUnauthorized, http.StatusNotFound: tg.ErrorNotFound, http.StatusConflict: tg.ErrorConflict,
}

func (a *apiAnswer) Is(target error) bool { return libraryErrors[a.Code] == target }

// call requests a method. Unlike the library it leaves updates undecoded.
func (c *client) call(ctx context.Context, method string, params, result any) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("telegram: %s: %w", method, err)
		}
	}()
	body, err := json.Marshal(params)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/bot"+c.token+"/"+method, bytes.NewReader(body))
	if err != nil {
		return c.redact(err)
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := c.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	var a apiAnswer
	switch err := json.NewDecoder(resp.Body).Decode(&a); {
	case err != nil:
		return fmt.Errorf("answer %d is not JSON", resp.StatusCode)
	case !a.OK:
		return &a
	}
	return json.Unmarshal(a.Result, result)
}

// retryUntilDone repeats do until success, ctx's end or a final error, which it returns.
func (c *client) retryUntilDone(ctx context.Context, what string, do func(context.Context) error) error {
	pause := retries()
	for ctx.Err() == nil {
		err := withTimeout(ctx, do)
		if end := final(err); err == nil || end != nil {
			return end
		}
		if ctx.Err() == nil {
			c.online.Store(false)
			wait := pause.Next()
			c.log.Warn("telegram: "+what, "err", err, "again", wait)
			retry.Sleep(ctx, wait)
		}
	}
	return nil
}

func withTimeout(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return do(ctx)
}

// sendLimited makes one send or edit, which the limiter counts. At the limit it returns RetryAfter.
func (c *client) sendLimited(ctx context.Context, to target, addsPicture bool, request func(context.Context) error) error {
	if err := c.limits.reserve(to, addsPicture); err != nil {
		return err
	}
	return c.outcome(to, withTimeout(ctx, request))
}

// retryLimited repeats do until the limiter allows it or stale reports true. stale may be nil.
func (c *client) retryLimited(ctx context.Context, stale func() bool, do func() error) error {
	for {
		err := do()
		later, is := errors.AsType[chat.RetryAfter](err)
		switch {
		case !is:
			return err
		case stale != nil && stale():
			return nil
		case !retry.Sleep(ctx, later.Wait):
			return context.Cause(ctx)
		}
	}
}

func errorOf[T any](_ T, err error) error { return err }
