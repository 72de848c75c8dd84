package discord

import (
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// limits remembers until when which requests are too many. Nothing waits
// here: who is too early is told how long to wait.
type limits struct {
	mu    sync.Mutex
	until map[string]time.Time
}

const (
	everything = "*"             // the key of the limit on all requests
	atLeast    = time.Second / 4 // where Discord says less, or nothing
	maxLimits  = 1000            // remembered; more only if they still hold
)

// wait is how long the request is too early; one without a key never is.
func (l *limits) wait(key string) time.Duration {
	if key == "" {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(0, time.Until(l.until[key]), time.Until(l.until[everything]))
}

func (l *limits) set(key string, wait time.Duration) {
	if key == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.until == nil {
		l.until = make(map[string]time.Time)
	}
	if len(l.until) >= maxLimits {
		for k, t := range l.until {
			if time.Until(t) <= 0 {
				delete(l.until, k)
			}
		}
	}
	l.until[key] = time.Now().Add(wait)
}

// heed notes when an answer says that it was the last one allowed for now.
func (l *limits) heed(key string, h http.Header) {
	if h.Get("X-RateLimit-Remaining") != "0" {
		return
	}
	if s, err := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64); err == nil && s > 0 {
		l.set(key, seconds(s))
	}
}

// refused notes the wait that a 429 asks for, and returns it.
func (l *limits) refused(key string, body []byte) time.Duration {
	var said struct {
		RetryAfter float64 `json:"retry_after"`
		Global     bool    `json:"global"`
	}
	_ = json.Unmarshal(body, &said) // a proxy's 429 may say nothing: then the least wait
	wait := max(atLeast, seconds(said.RetryAfter))
	if said.Global {
		key = everything
	}
	l.set(key, wait)
	return wait
}

// seconds is what Discord says, rounded up: a request must not be early.
func seconds(s float64) time.Duration {
	const most = 24 * 60 * 60
	return time.Duration(min(s, most)*1000)*time.Millisecond + time.Millisecond
}
