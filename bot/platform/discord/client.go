package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
	"tarockbot/bot/support/metrics"
)

// The library's REST client blocks on rate limits, repeats requests, and puts tokens into errors. The bot uses it only
// to find the gateway.

const (
	apiPath   = "/api/v10"
	maxAnswer = 4 << 20
	userAgent = "DiscordBot (tarockbot, 1)"
)

// client never sends a request twice.
type client struct {
	base    *url.URL
	token   string
	http    *http.Client
	limits  limits
	metrics *metrics.Metrics
}

func newClient(c Config) *client {
	base, _ := url.Parse(c.APIURL)
	return &client{base: base, token: c.Token, metrics: c.Metrics, http: &http.Client{Transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: c.Dial, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 32,
		TLSHandshakeTimeout: 5 * time.Second, ResponseHeaderTimeout: 10 * time.Second, IdleConnTimeout: 90 * time.Second,
	}}}
}

// Errors may only contain a request's name, because its path may contain a token.
type request struct {
	name      string
	method    string
	path      string // below /api/v10
	query     string
	bucket    string // key of a shared limit, or ""
	noAuth    bool   // the path authorises the request
	body      any
	file      *chat.File
	createdID *string // required in the answer: the field of out with the new object's ID; or nil
}

// do sends the request and reads the answer into out, unless out is nil. It returns chat.RetryAfter without sending if
// the request is too early.
func (c *client) do(ctx context.Context, q request, out any) error {
	if wait := c.limits.wait(q.bucket); wait > 0 {
		return chat.RetryAfter{Wait: wait}
	}
	req, err := c.httpRequest(ctx, q)
	if err != nil {
		return fmt.Errorf("discord: %s: %w", q.name, err)
	}
	if err = c.exchange(req, q, out); err != nil {
		countError(c.metrics, err)
	} else if q.createdID != nil && !isSnowflake(*q.createdID) {
		return fmt.Errorf("discord: %s: the answer has no id", q.name)
	}
	return err
}

func (c *client) exchange(req *http.Request, q request, out any) error {
	answer, err := c.http.Do(req)
	if dial, is := errors.AsType[*net.OpError](err); is && dial.Op == "dial" {
		return fmt.Errorf("discord: %s: %w: %w", q.name, chat.ErrUnsent, c.redact(err))
	}
	if err != nil {
		return fmt.Errorf("discord: %s: %w", q.name, c.redact(err))
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("discord: %s: the answer is incomplete: %w", q.name, c.redact(err))
	}
	c.limits.recordAnswer(q.bucket, answer.Header)
	if answer.StatusCode >= http.StatusMultipleChoices {
		return c.refusal(q, answer, data)
	}
	if out != nil && len(data) > 0 && json.Unmarshal(data, out) != nil {
		return fmt.Errorf("discord: %s: the answer can't be decoded", q.name)
	}
	return nil
}

func (c *client) httpRequest(ctx context.Context, q request) (*http.Request, error) {
	body, contentType, err := q.content()
	if err != nil {
		return nil, err
	}
	u := *c.base
	u.Path, u.RawQuery = strings.TrimSuffix(u.Path, "/")+apiPath+q.path, q.query
	req, err := http.NewRequestWithContext(ctx, q.method, u.String(), body)
	if err != nil {
		return nil, errors.New("not a request") // the original error contains the path
	}
	req.GetBody = nil // a repeated request might arrive twice
	req.Header.Set("User-Agent", userAgent)
	if body != nil {
		req.Header.Set("Content-Type", contentType)
	}
	if !q.noAuth {
		req.Header.Set("Authorization", "Bot "+c.token)
	}
	return req, nil
}

func (q request) content() (body io.Reader, contentType string, err error) {
	if q.body == nil {
		return nil, "", nil
	}
	data, err := json.Marshal(q.body)
	if err != nil || q.file == nil {
		return bytes.NewReader(data), "application/json", err
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	write := func(disposition, contentType string, data []byte) {
		to, failed := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {contentType}})
		if failed == nil {
			_, failed = to.Write(data)
		}
		err = errors.Join(err, failed)
	}
	write(`form-data; name="payload_json"`, "application/json", data)
	write(`form-data; name="files[0]"; filename="`+q.file.Name+`"`, q.file.Type, q.file.Data)
	return &b, w.FormDataContentType(), errors.Join(err, w.Close())
}

func (c *client) refusal(q request, answer *http.Response, data []byte) error {
	if answer.StatusCode == http.StatusTooManyRequests {
		return chat.RetryAfter{Wait: c.limits.recordRefusal(q.bucket, data)}
	}
	e := &apiError{request: q.name, status: answer.StatusCode}
	if json.Unmarshal(data, e) != nil {
		e.Message = http.StatusText(answer.StatusCode)
	}
	const enough = 200
	e.Message = c.scrub(e.Message[:min(enough, len(e.Message))])
	return e
}

// redact drops the URL, which may contain a token.
func (c *client) redact(err error) error {
	if u, is := errors.AsType[*url.Error](err); is {
		err = u.Err
	}
	if text := c.scrub(err.Error()); text != err.Error() {
		return errors.New(text)
	}
	return err
}

func (c *client) scrub(s string) string { return strings.ReplaceAll(s, c.token, "[token]") }

func withTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	const enough = 20 * time.Second
	return context.WithTimeout(ctx, enough)
}

func (c *client) RoundTrip(r *http.Request) (*http.Response, error) {
	redirected := r.Clone(r.Context())
	redirected.URL.Scheme, redirected.URL.Host, redirected.Host = c.base.Scheme, c.base.Host, c.base.Host
	redirected.URL.Path = strings.TrimSuffix(c.base.Path, "/") + redirected.URL.Path
	return c.http.Transport.RoundTrip(redirected)
}

type limits struct {
	cache.Map[string, time.Time]
}

const (
	allBuckets = "*"
	minWait    = time.Second / 4
)

func (l *limits) wait(key string) time.Duration {
	if key == "" {
		return 0
	}
	until, _ := l.Get(key)
	all, _ := l.Get(allBuckets)
	return max(0, time.Until(until), time.Until(all))
}

func (l *limits) delay(key string, wait time.Duration) {
	if key != "" {
		l.Put(key, time.Now().Add(wait))
	}
}

func (l *limits) recordAnswer(key string, h http.Header) {
	if h.Get("X-RateLimit-Remaining") != "0" {
		return
	}
	if s, err := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64); err == nil && s > 0 {
		l.delay(key, seconds(s))
	}
}

func (l *limits) recordRefusal(key string, body []byte) time.Duration {
	var refused struct {
		RetryAfter float64 `json:"retry_after"`
		Global     bool    `json:"global"`
	}
	_ = json.Unmarshal(body, &refused) // a proxy's 429 may be empty
	wait := max(minWait, seconds(refused.RetryAfter))
	if refused.Global {
		key = allBuckets
	}
	l.delay(key, wait)
	return wait
}

// seconds rounds up: no request may be early.
func seconds(s float64) time.Duration {
	const most = 24 * 60 * 60
	return time.Duration(min(s, most)*1000)*time.Millisecond + time.Millisecond
}
