package discord

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"tarockbot/bot/support/cache"
)

// limits remembers until when requests are too early. Nothing waits here.
type limits struct {
	cache.Map[string, time.Time]
}

const (
	everything = "*"             // the key of the global limit
	atLeast    = time.Second / 4 // the minimum wait
)

// wait returns how long the request is too early. A request without a key never is.
func (l *limits) wait(key string) time.Duration {
	if key == "" {
		return 0
	}
	until, _ := l.Get(key)
	all, _ := l.Get(everything)
	return max(0, time.Until(until), time.Until(all))
}

// delay makes requests with the key wait.
func (l *limits) delay(key string, wait time.Duration) {
	if key != "" {
		l.Put(key, time.Now().Add(wait))
	}
}

// recordAnswer records an answer that says it was the last one allowed for now.
func (l *limits) recordAnswer(key string, h http.Header) {
	if h.Get("X-RateLimit-Remaining") != "0" {
		return
	}
	if s, err := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64); err == nil && s > 0 {
		l.delay(key, seconds(s))
	}
}

// recordRefusal records the wait of a 429, and returns it.
func (l *limits) recordRefusal(key string, body []byte) time.Duration {
	var said struct {
		RetryAfter float64 `json:"retry_after"`
		Global     bool    `json:"global"`
	}
	_ = json.Unmarshal(body, &said) // a proxy's 429 may have no body: then the minimum applies
	wait := max(atLeast, seconds(said.RetryAfter))
	if said.Global {
		key = everything
	}
	l.delay(key, wait)
	return wait
}

// seconds rounds Discord's seconds up, so that no request is early.
func seconds(s float64) time.Duration {
	const most = 24 * 60 * 60
	return time.Duration(min(s, most)*1000)*time.Millisecond + time.Millisecond
}
