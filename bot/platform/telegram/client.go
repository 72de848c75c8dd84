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

// How long the network may take, and how much it may say.
const (
	dialTime  = 10 * time.Second
	callTime  = 20 * time.Second // of a request for updates: after the end of its poll
	idleConn  = 90 * time.Second
	keepAlive = 15 * time.Second
	maxReply  = 16 << 20 // bytes of one answer: room for a hundred updates of the greatest size

	hidden = "[token]" // stands where the token stood
)

// newClient makes requests with a patience for each of their parts.
func newClient() *http.Client {
	dialer := &net.Dialer{Timeout: dialTime, KeepAlive: keepAlive}
	return &http.Client{Transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: dialTime, IdleConnTimeout: idleConn,
		MaxIdleConnsPerHost: 16, ResponseHeaderTimeout: defaultPoll + callTime,
	}}
}

// client makes requests, within the limits, and tells what has come of them. It alone
// speaks to the network: the token is part of every address, may be echoed in what
// comes back, and goes no further than here.
type client struct {
	api        *tg.Bot // sends by the client's Do
	http       *http.Client
	token, url string
	log        *slog.Logger
	metrics    *metrics.Metrics
	limits     *limiter
	online     atomic.Bool // Telegram answers
}

// Do makes the request and reads the answer wholly, without the token in it. Success
// tells that Telegram is there; a request for updates would tell only when it ends.
func (c *client) Do(r *http.Request) (*http.Response, error) {
	resp, err := c.http.Do(r)
	if err != nil {
		return nil, c.hide(err)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxReply))
	_ = resp.Body.Close()
	if err != nil {
		return nil, c.hide(err)
	}
	if resp.StatusCode == http.StatusOK {
		c.online.Store(true)
	}
	resp.Body = io.NopCloser(bytes.NewReader(bytes.ReplaceAll(body, []byte(c.token), []byte(hidden))))
	return resp, nil
}

// hide makes an error without the token. Of what it wraps, only how it ended is kept.
func (c *client) hide(err error) error {
	text := strings.ReplaceAll(err.Error(), c.token, hidden)
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

// apiAnswer is every answer of the Bot API, and the error of one that isn't OK.
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

// libraryErrors are the library's errors for the codes that mean something to a call.
var libraryErrors = map[int]error{
	http.StatusUnauthorized: tg.ErrorUnauthorized, http.StatusNotFound: tg.ErrorNotFound, http.StatusConflict: tg.ErrorConflict,
}

// Is says whether it is that error of the library's.
func (a *apiAnswer) Is(target error) bool { return libraryErrors[a.Code] == target }

// call asks for one method and decodes its result. It is there for updates, which the
// library decodes all at once or not at all, and for what it doesn't know.
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
		return c.hide(err)
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
		return fmt.Errorf("answer %d is no JSON", resp.StatusCode)
	case !a.OK:
		return &a
	}
	return json.Unmarshal(a.Result, result)
}

// insist does what nothing goes without, again and again while the network fails: until
// it is done or ctx has ended. An error: it can't ever be done.
func (c *client) insist(ctx context.Context, trouble string, do func(context.Context) error) error {
	pause := retries()
	for ctx.Err() == nil {
		err := within(ctx, do)
		switch {
		case err == nil || errors.Is(err, ErrWebhook) || errors.Is(err, ErrConflict):
			return err
		case badToken(err):
			return ErrToken
		case ctx.Err() == nil:
			c.online.Store(false)
			wait := pause.Next()
			c.log.Warn("telegram: "+trouble, "err", err, "again", wait)
			retry.Sleep(ctx, wait)
		}
	}
	return nil
}

// within gives a call its time.
func within(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return do(ctx)
}

// counted makes one request that sends or edits a message in the chat. No other way
// makes one, so that each counts for the limits. RetryAfter: they leave no room; see limiter.reserve.
func (c *client) counted(ctx context.Context, to target, follows bool, request func(context.Context) error) error {
	if err := c.limits.reserve(to, follows); err != nil {
		return err
	}
	return c.outcome(to, within(ctx, request))
}

// patiently does what nobody else does again, until the limits leave room for it,
// unless it is stale by then; nil: that never is.
func (c *client) patiently(ctx context.Context, stale func() bool, do func() error) error {
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
	errIsPhoto  = errors.New("telegram: the message is a photo") // it has a caption, and can't become a text
	errNoPhotos = errors.New("telegram: no photos in this chat") // by the chat's rules
)

// meanings are those of refusals, by what the Bot API server writes in them; the first
// that fits counts. What has none of the texts would be refused again.
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
	{"", chat.ErrRefused},
}

// refusesPhoto says that Telegram won't ever do that with a photo; words may be welcome.
func refusesPhoto(err error) bool {
	return errors.Is(err, tg.ErrorBadRequest) && !errors.Is(err, chat.ErrGone) && !errors.Is(err, chat.ErrBlocked)
}

// isNetworkFault says that the network, and no rule of Telegram's, has kept a photo away.
func isNetworkFault(err error) bool {
	return err != nil && !errors.Is(err, tg.ErrorBadRequest) && !errors.Is(err, chat.ErrBlocked) && !errors.Is(err, context.Canceled) &&
		!errors.As(err, new(chat.RetryAfter)) && !errors.As(err, new(chat.Migrated))
}

// badToken: Telegram doesn't know the bot.
func badToken(err error) bool {
	return errors.Is(err, tg.ErrorUnauthorized) || errors.Is(err, tg.ErrorNotFound)
}

// countError counts what went wrong with something sent; a bad request as that kind.
func (c *client) countError(err error, badRequest metrics.SendError) {
	kind := metrics.SendFailed
	switch {
	case errors.Is(err, context.Canceled):
		return // the bot ends
	case errors.As(err, new(chat.RetryAfter)), errors.As(err, new(*tg.TooManyRequestsError)):
		kind = metrics.SendLimited
	case errors.As(err, new(chat.Migrated)):
		kind = metrics.SendMoved
	case errors.Is(err, chat.ErrBlocked):
		kind = metrics.SendBlocked
	case errors.Is(err, chat.ErrGone):
		kind = metrics.SendGone
	case errors.Is(err, tg.ErrorBadRequest):
		kind = badRequest
	}
	c.metrics.CountSendError(platform, kind)
}

// outcome counts and returns what came of a send or an edit.
func (c *client) outcome(to target, err error) error {
	if err = c.portError(to, err); err != nil && !errors.Is(err, errIsPhoto) {
		c.countError(err, metrics.SendRefused)
	}
	return err
}

// portError turns what came of a send or an edit into the port's errors, and remembers
// how long a chat is to be left alone. A message that was right already is no error.
func (c *client) portError(to target, err error) error {
	if err == nil {
		return nil
	}
	slow, isSlow := errors.AsType[*tg.TooManyRequestsError](err)
	moved, isMoved := errors.AsType[*tg.MigrateError](err)
	switch {
	case isSlow:
		wait := max(time.Duration(slow.RetryAfter)*time.Second, time.Second)
		c.limits.pause(to, wait)
		return chat.RetryAfter{Wait: wait}
	case isMoved:
		return chat.Migrated{To: chatID(int64(moved.MigrateToChatID), 0)}
	case errors.Is(err, tg.ErrorForbidden):
		return fmt.Errorf("telegram: %w: %w", chat.ErrBlocked, err)
	case errors.Is(err, tg.ErrorBadRequest):
		text := strings.ToLower(err.Error())
		if strings.Contains(text, "message is not modified") {
			return nil
		}
		for _, m := range meanings {
			if strings.Contains(text, m.text) {
				return fmt.Errorf("telegram: %w: %w", m.err, err)
			}
		}
	}
	return fmt.Errorf("telegram: %w", err)
}
