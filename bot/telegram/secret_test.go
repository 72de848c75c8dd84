package telegram

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/telegram/telegramtest"
)

// secretPart is the part of the token that nobody may see.
var secretPart = strings.Split(telegramtest.Token, ":")[1]

// TestFault46Token: the token is in no error and no log, whatever goes wrong.
func TestFault46Token(t *testing.T) {
	t.Parallel()
	r := stillRig(t)
	group := r.server.Group("supergroup", "Stammtisch")
	echo := "proxy error for /bot" + telegramtest.Token + "/sendMessage"
	var errs []error
	try := func(f telegramtest.Fault) {
		f.Method, f.Times = "sendMessage", 1
		r.server.Fail(f)
		_, err := r.platform.Show(r.ctx, placeOf(group), "", board("x", "y"))
		if err == nil {
			t.Errorf("no error for %+v", f)
		}
		f.Method = "getUpdates"
		r.server.Fail(f)
		_, pollErr := r.platform.getUpdates(r.ctx, 0, 0)
		errs = append(errs, err, pollErr)
	}
	try(telegramtest.Fault{Cut: true})
	try(telegramtest.Fault{Raw: true, Status: http.StatusBadGateway, Text: echo})
	try(telegramtest.Fault{Raw: true, Status: http.StatusOK, Text: `{"ok":false,"error_code":400,"description":"` + echo + `"}`})
	try(telegramtest.Fault{Status: http.StatusForbidden, Text: echo})
	ctx, cancel := context.WithTimeout(r.ctx, time.Millisecond)
	defer cancel()
	_, err := r.platform.Show(ctx, placeOf(group), "", board("x", "y"))
	errs = append(errs, err)
	r.server.Close()
	_, err = r.platform.Show(r.ctx, placeOf(group), "", board("x", "y"))
	errs = append(errs, err)
	_, err = r.platform.getUpdates(r.ctx, 0, 0)
	errs = append(errs, err)
	for _, err := range errs {
		if err != nil {
			r.platform.log.Info("error", "err", err)
		}
		for e := err; e != nil; e = errors.Unwrap(e) {
			if strings.Contains(e.Error(), secretPart) {
				t.Errorf("in an error: %v", e)
			}
		}
	}
	if strings.Contains(r.log.String(), secretPart) {
		t.Errorf("in the log:\n%s", r.log)
	}
}

// TestFault22Webhook: only calls with the secret are heard, and 200 means that
// the update is settled.
func TestFault22Webhook(t *testing.T) {
	t.Parallel()
	r := stillRig(t)
	down := errors.New("down")
	var fail bool
	r.handle = func(context.Context, bot.Input) (bot.Answer, error) {
		if fail {
			return bot.Answer{}, down
		}
		return bot.Answer{}, nil
	}
	secret := strings.Repeat("s3cret_-", 4)
	cfg := r.config()
	cfg.Webhook = Webhook{Listen: "127.0.0.1:0", Path: "/hook", Secret: secret, URL: "https://example.test/hook"}
	r.platform = r.open(cfg)
	h := r.platform.webhook(newIntake(r.platform, r.note))
	good := `{"update_id":5,"message":{"message_id":1,"date":1,"text":"/help","chat":{"id":7,"type":"private"},"from":{"id":7,"first_name":"A"}}}`
	call := func(method, path, secret, body string) int {
		req := httptest.NewRequest(method, path, bytes.NewBufferString(body))
		req.Header.Set(secretHeader, secret)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, req.WithContext(r.ctx))
		_, _ = io.Copy(io.Discard, rec.Result().Body)
		return rec.Code
	}
	for _, c := range []struct {
		name                       string
		method, path, secret, body string
		code, heard                int
	}{
		{"no secret", "POST", "/hook", "", good, http.StatusUnauthorized, 0},
		{"wrong secret", "POST", "/hook", secret + "x", good, http.StatusUnauthorized, 0},
		{"other path", "POST", "/", secret, good, http.StatusNotFound, 0},
		{"other method", "GET", "/hook", secret, good, http.StatusMethodNotAllowed, 0},
		{"too much", "POST", "/hook", secret, strings.Repeat(" ", maxCall+1) + good, http.StatusBadRequest, 0},
		{"right", "POST", "/hook", secret, good, http.StatusOK, 1},
		{"bad JSON is kept", "POST", "/hook", secret, `{"update_id":`, http.StatusOK, 1},
		{"again", "POST", "/hook", secret, good, http.StatusOK, 2},
	} {
		if got := call(c.method, c.path, c.secret, c.body); got != c.code || len(r.heard()) != c.heard {
			t.Errorf("%s: %d, heard %d; want %d, %d", c.name, got, len(r.heard()), c.code, c.heard)
		}
	}
	if n := len(r.notes.Keys("quarantine/")); n != 1 {
		t.Errorf("%d kept aside", n)
	}
	fail = true
	r.notes.Fail(down)
	if got := call("POST", "/hook", secret, good); got != http.StatusServiceUnavailable {
		t.Errorf("the store is down: %d", got)
	}
	fail = false
	r.notes.Fail(nil)
	if got := call("POST", "/hook", secret, good); got != http.StatusOK {
		t.Errorf("called again: %d", got)
	}
}

// TestWebhookRuns registers and serves.
func TestWebhookRuns(t *testing.T) {
	t.Parallel()
	r := stillRig(t)
	cfg := r.config()
	cfg.Webhook = Webhook{Listen: "127.0.0.1:0", Path: "/hook", Secret: strings.Repeat("x", 20), URL: "https://example.test/hook"}
	r.platform = r.open(cfg)
	ctx, cancel := context.WithCancel(r.ctx)
	done := make(chan error, 1)
	go func() { done <- r.platform.Run(ctx, r.note) }()
	r.wait("the registration", func() bool { return r.server.Webhook() != nil })
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if h := r.server.Webhook(); h["secret_token"] != cfg.Webhook.Secret || h["url"] != cfg.Webhook.URL || !strings.Contains(h["allowed_updates"], "callback_query") {
		t.Errorf("registered %v", h)
	}
	for _, bad := range []Webhook{
		{Listen: "x", Path: "/", Secret: "short", URL: "https://x"}, {Listen: "x", Path: "x", Secret: strings.Repeat("x", 20), URL: "https://x"},
		{Listen: "x", Path: "/", Secret: strings.Repeat("x", 20), URL: "http://x"},
	} {
		cfg.Webhook, cfg.Token = bad, telegramtest.Token
		if _, err := New(cfg); err == nil {
			t.Errorf("%+v is no error", bad)
		}
	}
}
