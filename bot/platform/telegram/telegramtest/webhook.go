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

// hook is where the bot wants to be called.
type hook struct {
	params map[string]string
	end    context.CancelFunc // of the calling
	most   int                // calls at once

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
func (us *Updates) Proxy(address string) {
	us.Do(func() { us.proxy, us.caller = address, http.DefaultClient })
}

// ProxyInMemory is Proxy to connections in memory.
func (us *Updates) ProxyInMemory(pipes *double.Pipes) {
	us.Do(func() { us.proxy, us.caller = pipes.Addr().String(), pipes.Client() })
}

// Webhook returns the parameters of the last setWebhook; nil if there is none.
func (us *Updates) Webhook() map[string]string {
	us.Lock()
	defer us.Unlock()
	if us.hook == nil {
		return nil
	}
	return us.hook.params
}

func (us *Updates) setWebhook(params map[string]string) *reply {
	u, err := url.Parse(params["url"])
	most := int(number(params, "max_connections"))
	switch {
	case params["url"] == "":
		return us.deleteWebhook(params)
	case err != nil || u.Scheme != "https" || u.Host == "":
		return badRequest("bad webhook: An HTTPS URL must be provided for webhook")
	case !slices.Contains(hookPorts, u.Port()):
		return badRequest("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")
	case !hookSecret.MatchString(params["secret_token"]):
		return badRequest("secret token contains unallowed characters")
	case most < 0 || most > 100:
		return badRequest("max_connections must be from 1 to 100")
	}
	us.deleteWebhook(params)
	us.want(params["allowed_updates"])
	if us.polling != nil {
		close(us.polling.stopped)
		us.polling = nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	us.hook = &hook{params: params, end: cancel, most: cmp.Or(most, 40), busy: make(map[int64]bool)}
	go us.deliver(ctx, us.hook)
	return result(true)
}

func (us *Updates) deleteWebhook(map[string]string) *reply {
	if us.hook != nil {
		us.hook.end()
		us.hook = nil
	}
	return result(true)
}

func (us *Updates) getWebhookInfo(map[string]string) *reply {
	info := map[string]any{"url": "", "has_custom_certificate": false, "pending_update_count": len(us.queue)}
	if us.hook != nil {
		info["url"] = us.hook.params["url"]
	}
	if us.hook != nil && us.hook.lastDate != 0 {
		info["last_error_date"], info["last_error_message"] = us.hook.lastDate, us.hook.lastText
	}
	return result(info)
}

// deliver calls the webhook with every update, those of one chat one after the
// other, until ctx ends.
func (us *Updates) deliver(ctx context.Context, h *hook) {
	for {
		changed := us.Next()
		us.Lock()
		for _, u := range us.due(h) {
			go us.callHook(ctx, h, u)
		}
		us.Unlock()
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
func (us *Updates) due(h *hook) (all []update) {
	for _, u := range us.queue {
		if chat := chatOf(u); !h.busy[chat] && h.calls < h.most {
			h.busy[chat] = true
			h.calls++
			all = append(all, u)
		}
	}
	return all
}

// chatOf returns the chat that an update belongs to, or the person.
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
		if id := cmp.Or(x.Message.Chat.ID, x.Chat.ID, x.From.ID); id != 0 {
			return id
		}
	}
	return 0
}

// hookPause is how long the server waits before it calls again.
const hookPause = 100 * time.Millisecond

// callHook delivers one update. One that isn't taken is delivered again later.
func (us *Updates) callHook(ctx context.Context, h *hook, u update) {
	err := us.callOnce(ctx, h, u)
	if err != nil {
		retry.Sleep(ctx, hookPause)
	}
	us.Lock()
	defer us.Unlock()
	delete(h.busy, chatOf(u))
	h.calls--
	switch {
	case err == nil:
		us.heard[u.id] = true
		us.queue = slices.DeleteFunc(us.queue, func(x update) bool { return x.id == u.id })
	case ctx.Err() == nil:
		h.lastDate, h.lastText = us.now().Unix(), err.Error()
	}
	us.Signal()
}

func (us *Updates) callOnce(ctx context.Context, h *hook, u update) error {
	us.Lock()
	address, caller := us.proxy, us.caller
	us.Unlock()
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
