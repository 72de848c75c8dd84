package telegramtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/platform/bottest"
)

// hook is where the bot wants to be called.
type hook struct {
	params map[string]string
	end    context.CancelFunc // of the calling

	busy     map[int64]bool // chats of which an update is under way
	calls    int            // under way
	lastDate int64          // of the last call that failed, Unix time
	lastText string
}

var (
	hookSecret = regexp.MustCompile(`^[A-Za-z0-9_-]{0,256}$`)
	hookPorts  = []string{"", "443", "80", "88", "8443"}
)

// Proxy lets calls to the webhook, whatever host its URL names, go to the
// host:port by plain HTTP, as the proxy in front of a bot does.
func (s *Server) Proxy(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.proxy, s.caller = address, http.DefaultClient
}

// ProxyInMemory is Proxy to connections in memory.
func (s *Server) ProxyInMemory(pipes *bottest.Pipes) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.proxy, s.caller = pipes.Addr().String(), through(pipes)
}

// Webhook is what setWebhook was last called with; nil if there is none.
func (s *Server) Webhook() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hook == nil {
		return nil
	}
	return s.hook.params
}

func (api methods) setWebhook(params map[string]string) reply {
	u, err := url.Parse(params["url"])
	most, _ := strconv.Atoi(params["max_connections"])
	switch {
	case params["url"] == "":
		return api.deleteWebhook(params)
	case err != nil || u.Scheme != "https" || u.Host == "":
		return badRequest("bad webhook: An HTTPS URL must be provided for webhook")
	case !slices.Contains(hookPorts, u.Port()):
		return badRequest("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")
	case !hookSecret.MatchString(params["secret_token"]):
		return badRequest("secret token contains unallowed characters")
	case most < 0 || most > 100:
		return badRequest("max_connections must be from 1 to 100")
	}
	api.deleteWebhook(params)
	api.s.delivery().want(params["allowed_updates"])
	if api.s.polling != nil {
		close(api.s.polling.stopped)
		api.s.polling = nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	api.s.hook = &hook{params: params, end: cancel, busy: make(map[int64]bool)}
	go api.s.delivery().deliver(ctx, api.s.hook)
	return result(true)
}

func (api methods) deleteWebhook(map[string]string) reply {
	if api.s.hook != nil {
		api.s.hook.end()
		api.s.hook = nil
	}
	return result(true)
}

func (api methods) getWebhookInfo(map[string]string) reply {
	if api.s.hook == nil {
		return result(map[string]any{"url": "", "has_custom_certificate": false, "pending_update_count": len(api.s.queue)})
	}
	info := map[string]any{"url": api.s.hook.params["url"], "has_custom_certificate": false, "pending_update_count": len(api.s.queue)}
	if api.s.hook.lastDate != 0 {
		info["last_error_date"], info["last_error_message"] = api.s.hook.lastDate, api.s.hook.lastText
	}
	return result(info)
}

// deliver calls the webhook with every update, those of one chat one after the
// other, until ctx ends.
func (d delivery) deliver(ctx context.Context, h *hook) {
	for {
		d.s.mu.Lock()
		changed := d.s.changed
		for _, u := range d.due(h) {
			go d.callHook(ctx, h, u)
		}
		d.s.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

// due takes the updates that can be delivered now: the first of each chat of
// which none is under way, as long as there are connections. The lock must be
// held.
func (d delivery) due(h *hook) (all []update) {
	most, _ := strconv.Atoi(h.params["max_connections"])
	if most == 0 {
		most = 40
	}
	for _, u := range d.s.queue {
		if chat := chatOf(u); !h.busy[chat] && h.calls < most {
			h.busy[chat] = true
			h.calls++
			all = append(all, u)
		}
	}
	return all
}

// chatOf is the chat that an update belongs to, or the person.
func chatOf(u update) int64 {
	type of struct {
		Chat struct{ ID int64 }
		From struct{ ID int64 }
	}
	text, _ := json.Marshal(u.body) // it was made of JSON's own kinds
	var all map[string]json.RawMessage
	_ = json.Unmarshal(text, &all)
	for _, raw := range all {
		var x struct {
			of
			Message of
		}
		_ = json.Unmarshal(raw, &x) // the number, or something odd, has neither
		for _, id := range []int64{x.Message.Chat.ID, x.Chat.ID, x.From.ID} {
			if id != 0 {
				return id
			}
		}
	}
	return 0
}

// hookPause is how long the server waits before it calls again.
const hookPause = 100 * time.Millisecond

// callHook delivers one update. One that isn't taken is delivered again later.
func (d delivery) callHook(ctx context.Context, h *hook, u update) {
	err := d.callOnce(ctx, h, u)
	if err != nil {
		timer := time.NewTimer(hookPause)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	delete(h.busy, chatOf(u))
	h.calls--
	switch {
	case err == nil:
		d.s.heard[u.id] = true
		d.s.queue = slices.DeleteFunc(d.s.queue, func(x update) bool { return x.id == u.id })
	case ctx.Err() == nil:
		h.lastDate, h.lastText = d.s.now().Unix(), err.Error()
	}
	d.s.signal()
}

func (d delivery) callOnce(ctx context.Context, h *hook, u update) error {
	d.s.mu.Lock()
	address, caller := d.s.proxy, d.s.caller
	d.s.mu.Unlock()
	at, err := url.Parse(h.params["url"])
	if err != nil {
		return err
	}
	at.Scheme, at.Host = "http", address
	body, err := json.Marshal(u.body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, at.String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	if secret := h.params["secret_token"]; secret != "" {
		r.Header.Set("X-Telegram-Bot-Api-Secret-Token", secret)
	}
	resp, err := caller.Do(r)
	if err != nil {
		return errors.New("connection refused")
	}
	_ = resp.Body.Close() // only the status is of interest
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("wrong response from the webhook: %s", resp.Status)
	}
	return nil
}
