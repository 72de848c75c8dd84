package node

import (
	"net/http"
	"time"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/listen"
)

// serveUnavailable answers 503 on all addresses while no bot serves them, until the returned function is
// called. A load balancer then routes to the node that acts.
func (h *host) serveUnavailable() (stop func()) {
	var stops []func()
	for _, a := range h.config.Addresses() {
		if a.Key == config.MonitorKey {
			continue
		}
		l := h.at.LendNow(a.Key) // gives way to a bot that borrows it later
		if l == nil {
			continue
		}
		server := &http.Server{ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.Header().Set("Connection", "close") // the next request may reach a bot
			http.Error(w, "standing by", http.StatusServiceUnavailable)
		})}
		stops = append(stops, listen.Serve(server, l, time.Second, func(err error) { h.log.Error("no 503 any more while no bot acts", "key", a.Key, "err", err) }))
	}
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}
