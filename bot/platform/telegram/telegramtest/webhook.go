package telegramtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"time"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/support/retry"
)

type hook struct {
	params   parameters // of setWebhook
	cancel   context.CancelFunc
	maxCalls int

	busy      map[int64]bool // chats with a pending call
	calls     int            // pending
	errorDate int64          // Unix time
	errorText string
}

var (
	hookSecret = regexp.MustCompile(`^[A-Za-z0-9_-]{0,256}$`)
	hookPorts  = []string{"", "443", "80", "88", "8443"}
)

// Proxy sends webhook calls over plain HTTP to host:port.
func (us *Updates) Proxy(address string) {
	us.Do(func() { us.proxy, us.caller = address, http.DefaultClient })
}

// ProxyInMemory sends webhook calls through pipes.
func (us *Updates) ProxyInMemory(pipes *double.Pipes) {
	us.Do(func() { us.proxy, us.caller = pipes.Addr().String(), pipes.Client() })
}

// Webhook returns setWebhook's parameters, or nil.
func (us *Updates) Webhook() map[string]string {
	us.Lock()
	defer us.Unlock()
	if us.hook == nil {
		return nil
	}
	return us.hook.params
}

func (call apiCall) setWebhook() *reply {
	us, params := call.server.Updates, call.params
	u, err := url.Parse(params["url"])
	maxCalls := int(params.number("max_connections"))
	switch {
	case params["url"] == "":
		return call.deleteWebhook()
	case err != nil || u.Scheme != "https" || u.Host == "":
		return badRequest("bad webhook: An HTTPS URL must be provided for webhook")
	case !slices.Contains(hookPorts, u.Port()):
		return badRequest("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")
	case !hookSecret.MatchString(params["secret_token"]):
		return badRequest("secret token contains unallowed characters")
	case maxCalls < 0 || maxCalls > 100:
		return badRequest("max_connections must be from 1 to 100")
	}
	us.dropHook()
	us.setWanted(params["allowed_updates"])
	us.endPoll()
	ctx, cancel := context.WithCancel(context.Background())
	us.hook = &hook{params: params, cancel: cancel, maxCalls: cmp.Or(maxCalls, 40), busy: make(map[int64]bool)}
	go us.deliver(ctx, us.hook)
	return result(true)
}

func (call apiCall) deleteWebhook() *reply {
	call.server.Updates.dropHook()
	return result(true)
}

func (us *Updates) dropHook() {
	if us.hook != nil {
		us.hook.cancel()
		us.hook = nil
	}
}

func (call apiCall) getWebhookInfo() *reply {
	us := call.server.Updates
	info := map[string]any{"url": "", "has_custom_certificate": false, "pending_update_count": len(us.queue)}
	if us.hook != nil {
		info["url"] = us.hook.params["url"]
	}
	if us.hook != nil && us.hook.errorDate != 0 {
		info["last_error_date"], info["last_error_message"] = us.hook.errorDate, us.hook.errorText
	}
	return result(info)
}

func (us *Updates) deliver(ctx context.Context, h *hook) {
	for {
		changed := us.Next()
		us.Lock()
		for _, u := range us.due(h) {
			go us.deliverOne(ctx, h, u)
		}
		us.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

func (us *Updates) due(h *hook) (all []update) {
	for _, u := range us.queue {
		if chat := chatOf(u); !h.busy[chat] && h.calls < h.maxCalls {
			h.busy[chat] = true
			h.calls++
			all = append(all, u)
		}
	}
	return all
}

func chatOf(u update) int64 {
	type origin struct {
		Chat struct{ ID int64 }
		From struct{ ID int64 }
	}
	text, _ := json.Marshal(u.body)
	var all map[string]json.RawMessage
	_ = json.Unmarshal(text, &all)
	for _, raw := range all {
		var x struct {
			origin
			Message origin
		}
		_ = json.Unmarshal(raw, &x)
		if id := cmp.Or(x.Message.Chat.ID, x.Chat.ID, x.From.ID); id != 0 {
			return id
		}
	}
	return 0
}

const hookPause = 100 * time.Millisecond

func (us *Updates) deliverOne(ctx context.Context, h *hook, u update) {
	err := us.callHook(ctx, h, u)
	if err != nil {
		retry.Sleep(ctx, hookPause)
	}
	us.Lock()
	defer us.Unlock()
	delete(h.busy, chatOf(u))
	h.calls--
	switch {
	case err == nil:
		us.confirmed[u.id] = true
		us.queue = slices.DeleteFunc(us.queue, func(x update) bool { return x.id == u.id })
	case ctx.Err() == nil:
		h.errorDate, h.errorText = us.now().Unix(), err.Error()
	}
	us.Signal()
}

func (us *Updates) callHook(ctx context.Context, h *hook, u update) error {
	us.Lock()
	address, caller := us.proxy, us.caller
	us.Unlock()
	target, err := url.Parse(h.params["url"])
	if err != nil {
		return err
	}
	target.Scheme, target.Host = "http", address
	body, err := json.Marshal(u.body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, target.String(), bytes.NewReader(body))
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
	_ = resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("wrong response from the webhook: %s", resp.Status)
	}
	return nil
}
