package node

import (
	"net/http"
	"time"

	"tarockbot/cmd/tarockbot/internal/listen"
)

// How long a client has for its request while no bot acts, and how long its answer may take when a bot begins.
const (
	headerTime = 5 * time.Second
	answerTime = time.Second
)

// serveUnavailable answers 503 on all addresses while no bot serves them, until the returned function is
// called. A load balancer then routes to the node that acts.
func (h *host) serveUnavailable() (stop func()) {
	var stops []func()
	for _, a := range h.config.Addresses() {
		if a.Monitor {
			continue
		}
		l := h.at.LendNow(a.Key) // gives way to a bot that borrows it later
		if l == nil {
			continue
		}
		server := &http.Server{ReadHeaderTimeout: headerTime, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.Header().Set("Connection", "close") // the next request may reach a bot
			http.Error(w, "standing by", http.StatusServiceUnavailable)
		})}
		stops = append(stops, listen.Serve(server, l, answerTime, func(err error) {
			h.log.Error("no 503 any more while no bot acts", "key", a.Key, "err", err)
		}))
	}
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}
