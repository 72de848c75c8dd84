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

func (w *world) hook() Webhook {
	w.t.Helper()
	pipes := double.NewPipes()
	w.t.Cleanup(func() { _ = pipes.Close() })
	w.server.Updates.ProxyInMemory(pipes)
	return Webhook{URL: "https://example.test/hook", Secret: strings.Repeat("s3cret_-", 4), Listener: pipes}
}

func hookRig(t *testing.T, handle chat.Handler) *rig {
	t.Helper()
	r := stillRig(t)
	r.webhook, r.handle = true, handle
	r.platform = r.open(r.config())
	return r
}

const goodCall = `{"update_id":5,"message":{"message_id":1,"date":1,"text":"/help","chat":{"id":7,"type":"private"},"from":{"id":7,"first_name":"A"}}}`

func TestFault22Webhook(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		down := errors.New("down")
		var fails error
		r := hookRig(t, func(context.Context, chat.Input) (chat.Answer, error) { return chat.Answer{}, fails })
		secret := r.platform.config.Webhook.Secret
		h := r.platform.webhook.handler(newIntake(r.ctx, r.platform, r.note))
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
			code, heard                int
		}{
			{"no secret", "POST", "/hook", "", goodCall, http.StatusUnauthorized, 0},
			{"wrong secret", "POST", "/hook", secret + "x", goodCall, http.StatusUnauthorized, 0},
			{"its beginning", "POST", "/hook", secret[:20], goodCall, http.StatusUnauthorized, 0},
			{"other path", "POST", "/", secret, goodCall, http.StatusNotFound, 0},
			{"below the path", "POST", "/hook/x", secret, goodCall, http.StatusNotFound, 0},
			{"other method", "GET", "/hook", secret, goodCall, http.StatusMethodNotAllowed, 0},
			{"too much", "POST", "/hook", secret, strings.Repeat(" ", maxCall+1) + goodCall, http.StatusRequestEntityTooLarge, 0},
			{"right", "POST", "/hook", secret, goodCall, http.StatusOK, 1},
			{"bad JSON is kept", "POST", "/hook", secret, `{"update_id":`, http.StatusOK, 1},
			{"again", "POST", "/hook", secret, goodCall, http.StatusOK, 2},
		} {
			if got := call(c.method, c.path, c.secret, c.body); got != c.code || len(r.heard()) != c.heard {
				t.Errorf("%s: %d, heard %d; want %d, %d", c.name, got, len(r.heard()), c.code, c.heard)
			}
		}
		if n := len(r.notes.Keys("quarantine/")); n != 1 {
			t.Errorf("%d in quarantine", n)
		}
		fails = down
		r.notes.Fail(down)
		if got := call("POST", "/hook", secret, goodCall); got != http.StatusServiceUnavailable {
			t.Errorf("the store is down: %d", got)
		}
		fails = nil
		r.notes.Fail(nil)
		if got := call("POST", "/hook", secret, goodCall); got != http.StatusOK {
			t.Errorf("called again: %d", got)
		}
	})
}

func TestFault22CalledAgain(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		first, calls := failing(errors.New("busy"), maxTries+1)
		r := hookRig(t, func(ctx context.Context, in chat.Input) (chat.Answer, error) {
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
		r.wait("the first call's failing", func() bool { return calls.Load() >= maxTries })
		if r.server.Updates.Confirmed(id) || slices.Contains(r.lines(), "second") {
			t.Error("settled, or overtaken")
		}
		r.settled()
		if lines := r.lines(); lines[len(lines)-1] != "second" || calls.Load() != maxTries+2 {
			t.Errorf("heard %q", lines)
		}
	})
}

// TestWebhookAndPoller: each replaces the other without losing updates.
func TestWebhookAndPoller(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stillRig(t)
		anna := r.server.Person("Anna")
		for i, webhook := range []bool{true, false, true, true, false, false} {
			line := strings.Repeat("x", i+1)
			anna.Says(anna.Private(), line)
			r.webhook = webhook
			r.platform = r.open(r.config())
			r.run()
			r.wait("what was said before the start", func() bool { return slices.Contains(r.lines(), line) })
			r.settled()
			if set := r.server.Updates.Webhook() != nil; set != webhook {
				t.Errorf("start %d: webhook is %v, want %v", i, set, webhook)
			}
			if err := r.end(); err != nil {
				t.Fatalf("start %d: %v", i, err)
			}
		}
		acts := make(map[string]bool) // duplicate calls are one act
		for _, in := range r.heard() {
			acts[in.ID] = true
		}
		if len(acts) != 6 {
			t.Errorf("got %d inputs, want 6", len(acts))
		}
	})
}

func TestWebhookRegistered(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := hookRig(t, nil)
		r.server.Fail(telegramtest.Fault{Match: "setWebhook", Status: http.StatusBadRequest,
			Text: "Bad Request: bad webhook: Failed to resolve host: Name or service not known"})
		if err := r.platform.Run(r.ctx, r.note); !errors.Is(err, ErrWebhook) || !strings.Contains(err.Error(), "Failed to resolve host") {
			t.Errorf("got %v", err)
		}
		r = hookRig(t, nil)
		r.server.Fail(telegramtest.Fault{Match: "setWebhook", Times: 2, Status: http.StatusBadGateway})
		r.run()
		r.wait("the registration", func() bool { return r.server.Updates.Webhook() != nil })
		got, want := r.server.Updates.Webhook(), r.platform.config.Webhook
		if got["secret_token"] != want.Secret || got["url"] != want.URL || !strings.Contains(got["allowed_updates"], "callback_query") ||
			got["drop_pending_updates"] == "true" {
			t.Errorf("registered %v", got)
		}
	})
}

func TestFault11WebhookLost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		other func(*rig) error
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
				r := hookRig(t, nil)
				r.platform.webhook.checkEvery = 10 * time.Millisecond
				ended := make(chan error, 1)
				go func() { ended <- r.platform.Run(r.ctx, r.note) }()
				r.wait("the registration", func() bool { return r.server.Updates.Webhook() != nil })
				if err := c.other(r); err != nil {
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
		r := hookRig(t, nil)
		r.platform.webhook.checkEvery = 10 * time.Millisecond
		r.server.Updates.Proxy("127.0.0.1:1")
		r.run()
		r.wait("a first look", func() bool { return len(r.server.Requests("getWebhookInfo")) > 0 })
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
		{"good", "", Webhook{URL: "https://x/", Secret: secret}},
		{"port", "", Webhook{URL: "https://x:8443/hook", Secret: secret, Path: "/"}},
		{"plain", "url", Webhook{URL: "http://x/", Secret: secret}},
		{"no host", "url", Webhook{URL: "https:///hook", Secret: secret}},
		{"password", "url", Webhook{URL: "https://a:b@x/", Secret: secret}},
		{"other port", "url", Webhook{URL: "https://x:8080/", Secret: secret}},
		{"short", "secret", Webhook{URL: "https://x/", Secret: "short-s3cret"}},
		{"odd", "secret", Webhook{URL: "https://x/", Secret: "odd s3cret with blanks"}},
		{"path", "path", Webhook{URL: "https://x/", Secret: secret, Path: "hook"}},
	} {
		setting, reason := c.w.check()
		if setting != c.want || (reason == "") != (c.want == "") {
			t.Errorf("%s: got %s %s", c.name, setting, reason)
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
