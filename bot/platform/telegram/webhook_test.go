package telegram

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/telegram/telegramtest"
)

func (w *world) newWebhook() Webhook {
	w.t.Helper()
	pipes := double.NewPipes()
	w.t.Cleanup(func() { _ = pipes.Close() })
	w.server.Updates.ProxyInMemory(pipes)
	return Webhook{URL: "https://example.test/hook", Secret: strings.Repeat("s3cret_-", 4), Listener: pipes}
}

func webhookRig(t *testing.T, handle chat.Handler) *rig {
	t.Helper()
	r := stoppedRig(t)
	r.webhook, r.handle = true, handle
	r.platform = r.open(r.config())
	return r
}

const validUpdate = `{"update_id":5,"message":{"message_id":1,"date":1,"text":"/help","chat":{"id":7,"type":"private"},"from":{"id":7,"first_name":"A"}}}`

func TestFault22Webhook(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		down := errors.New("down")
		var handlerErr error
		r := webhookRig(t, func(context.Context, chat.Input) (chat.Answer, error) { return chat.Answer{}, handlerErr })
		secret := r.platform.config.Webhook.Secret
		h := r.platform.webhook.handler(newIntake(r.ctx, r.platform, r.recordInput))
		call := func(method, path, secret, body string) int {
			req := httptest.NewRequest(method, path, bytes.NewBufferString(body))
			req.Header.Set(secretHeader, secret)
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, req.WithContext(r.ctx))
			if rec.Body.Len() > 0 {
				t.Errorf("%s %s: the answer says %q", method, path, rec.Body)
			}
			return rec.Code
		}
		for _, c := range []struct {
			name                       string
			method, path, secret, body string
			code, inputs               int
		}{
			{"no secret", "POST", "/hook", "", validUpdate, http.StatusUnauthorized, 0},
			{"wrong secret", "POST", "/hook", secret + "x", validUpdate, http.StatusUnauthorized, 0},
			{"the secret's beginning", "POST", "/hook", secret[:20], validUpdate, http.StatusUnauthorized, 0},
			{"other path", "POST", "/", secret, validUpdate, http.StatusNotFound, 0},
			{"below the path", "POST", "/hook/x", secret, validUpdate, http.StatusNotFound, 0},
			{"other method", "GET", "/hook", secret, validUpdate, http.StatusMethodNotAllowed, 0},
			{"too long a body", "POST", "/hook", secret, strings.Repeat(" ", maxCall+1) + validUpdate, http.StatusRequestEntityTooLarge, 0},
			{"a valid call", "POST", "/hook", secret, validUpdate, http.StatusOK, 1},
			{"bad JSON, for the quarantine", "POST", "/hook", secret, `{"update_id":`, http.StatusOK, 1},
			{"the same call again", "POST", "/hook", secret, validUpdate, http.StatusOK, 2},
		} {
			if got := call(c.method, c.path, c.secret, c.body); got != c.code || len(r.received()) != c.inputs {
				t.Errorf("%s: status %d, %d inputs; want %d, %d", c.name, got, len(r.received()), c.code, c.inputs)
			}
		}
		if n := len(r.notes.Keys("quarantine/")); n != 1 {
			t.Errorf("got %d updates in quarantine, want 1", n)
		}
		handlerErr = down
		r.notes.Fail(down)
		if got := call("POST", "/hook", secret, validUpdate); got != http.StatusServiceUnavailable {
			t.Errorf("while the store is down: status %d", got)
		}
		handlerErr = nil
		r.notes.Fail(nil)
		if got := call("POST", "/hook", secret, validUpdate); got != http.StatusOK {
			t.Errorf("after the store recovers: status %d", got)
		}
	})
}

func TestFault22CalledAgain(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		first, calls := failingHandler(errors.New("busy"), maxTries+1)
		r := webhookRig(t, func(ctx context.Context, in chat.Input) (chat.Answer, error) {
			if in.Line == "first" {
				return first(ctx, in)
			}
			return chat.Answer{}, nil
		})
		r.notes.Fail(errors.New("disk gone"))
		r.run()
		anna := r.server.Person("Anna")
		id := anna.Says(anna.Private(), "first")
		anna.Says(anna.Private(), "second")
		r.wait("the first call's failures", func() bool { return calls.Load() >= maxTries })
		if r.server.Updates.Confirmed(id) || slices.Contains(r.lines(), "second") {
			t.Error("the first update is confirmed, or the second overtakes it")
		}
		r.awaitConfirmed()
		if lines := r.lines(); lines[len(lines)-1] != "second" || calls.Load() != maxTries+2 {
			t.Errorf("got lines %q", lines)
		}
	})
}

// TestWebhookAndPoller: each replaces the other without losing updates.
func TestWebhookAndPoller(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stoppedRig(t)
		anna := r.server.Person("Anna")
		for i, webhook := range []bool{true, false, true, true, false, false} {
			line := strings.Repeat("x", i+1)
			anna.Says(anna.Private(), line)
			r.webhook = webhook
			r.platform = r.open(r.config())
			r.run()
			r.wait("the message from before the start", func() bool { return slices.Contains(r.lines(), line) })
			r.awaitConfirmed()
			if set := r.server.Updates.Webhook() != nil; set != webhook {
				t.Errorf("start %d: webhook is %v, want %v", i, set, webhook)
			}
			if err := r.end(); err != nil {
				t.Fatalf("start %d: %v", i, err)
			}
		}
		inputIDs := make(map[string]bool) // duplicates have the same ID
		for _, in := range r.received() {
			inputIDs[in.ID] = true
		}
		if len(inputIDs) != 6 {
			t.Errorf("got %d inputs, want 6", len(inputIDs))
		}
	})
}

func TestWebhookRegistered(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := webhookRig(t, nil)
		r.server.Fail(telegramtest.Fault{Match: "setWebhook", Status: http.StatusBadRequest,
			Text: "Bad Request: bad webhook: Failed to resolve host: Name or service not known"})
		if err := r.platform.Run(r.ctx, r.recordInput); !errors.Is(err, ErrWebhook) || !strings.Contains(err.Error(), "Failed to resolve host") {
			t.Errorf("got %v", err)
		}
		r = webhookRig(t, nil)
		r.server.Fail(telegramtest.Fault{Match: "setWebhook", Times: 2, Status: http.StatusBadGateway})
		r.run()
		r.wait("the registration", func() bool { return r.server.Updates.Webhook() != nil })
		got, want := r.server.Updates.Webhook(), r.platform.config.Webhook
		if got["secret_token"] != want.Secret || got["url"] != want.URL || !strings.Contains(got["allowed_updates"], "callback_query") ||
			got["drop_pending_updates"] == "true" {
			t.Errorf("wrong registration: %v", got)
		}
	})
}

func TestFault11WebhookLost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		replace func(*rig) error
	}{
		{"a poller", func(r *rig) error { return r.platform.client.deleteWebhook(r.ctx) }},
		{"another webhook", func(r *rig) error {
			other := r.open(r.config()).webhook
			other.config.URL = "https://elsewhere.test/"
			return other.register(r.ctx)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				r := webhookRig(t, nil)
				r.platform.webhook.checkEvery = 10 * time.Millisecond
				ended := make(chan error, 1)
				go func() { ended <- r.platform.Run(r.ctx, r.recordInput) }()
				r.wait("the registration", func() bool { return r.server.Updates.Webhook() != nil })
				if err := c.replace(r); err != nil {
					t.Fatal(err)
				}
				if err := <-ended; !errors.Is(err, ErrConflict) {
					t.Errorf("got %v", err)
				}
			})
		})
	}
}

func TestWebhookUnreachable(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := webhookRig(t, nil)
		r.platform.webhook.checkEvery = 10 * time.Millisecond
		r.server.Updates.Proxy("127.0.0.1:1")
		r.run()
		r.wait("the first check", func() bool { return len(r.server.Requests("getWebhookInfo")) > 0 })
		anna := r.server.Person("Anna")
		anna.Says(anna.Private(), "help")
		r.wait("a warning", func() bool { return strings.Contains(r.log.String(), "can't deliver") })
		if !strings.Contains(r.log.String(), "connection refused") {
			t.Errorf("the log lacks the reason:\n%s", r.log)
		}
	})
}

func TestWebhookCheck(t *testing.T) {
	secret := strings.Repeat("x", 20)
	for _, c := range []struct {
		name, want string
		w          Webhook
	}{
		{"valid", "", Webhook{URL: "https://x/", Secret: secret}},
		{"allowed port", "", Webhook{URL: "https://x:8443/hook", Secret: secret, Path: "/"}},
		{"no TLS", "url", Webhook{URL: "http://x/", Secret: secret}},
		{"no host", "url", Webhook{URL: "https:///hook", Secret: secret}},
		{"password in the URL", "url", Webhook{URL: "https://a:b@x/", Secret: secret}},
		{"port Telegram doesn't call", "url", Webhook{URL: "https://x:8080/", Secret: secret}},
		{"short secret", "secret", Webhook{URL: "https://x/", Secret: "short-s3cret"}},
		{"blanks in the secret", "secret", Webhook{URL: "https://x/", Secret: "odd s3cret with blanks"}},
		{"path without a slash", "path", Webhook{URL: "https://x/", Secret: secret, Path: "hook"}},
	} {
		setting, reason := c.w.check()
		if setting != c.want || (reason == "") != (c.want == "") {
			t.Errorf("%s: got setting %q, reason %q", c.name, setting, reason)
		}
		if strings.Contains(reason, c.w.Secret) {
			t.Errorf("%s: the reason contains the secret: %v", c.name, reason)
		}
	}
	for _, c := range []struct{ url, path, want string }{
		{"https://x", "", "/"}, {"https://x/a/b", "", "/a/b"}, {"https://x/a", "/b", "/b"},
	} {
		if got := (Webhook{URL: c.url, Path: c.path}).path(); got != c.want {
			t.Errorf("%+v: path %q", c, got)
		}
	}
}
