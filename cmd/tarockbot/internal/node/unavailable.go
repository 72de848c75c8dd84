package node

import (
	"net/http"
	"time"

	"tarockbot/cmd/tarockbot/internal/listen"
)

const (
	headerTime = 5 * time.Second
	answerTime = time.Second
)

// serveUnavailable answers 503, so that a load balancer uses the acting node.
func (h *host) serveUnavailable() (stop func()) {
	var stops []func()
	for _, a := range h.config.Addresses() {
		if a.Monitor {
			continue
		}
		l := h.at.LendNow(a.Key)
		if l == nil {
			continue
		}
		server := &http.Server{ReadHeaderTimeout: headerTime, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.Header().Set("Connection", "close") // the next request may reach a bot
			http.Error(w, "standing by", http.StatusServiceUnavailable)
		})}
		stops = append(stops, listen.Serve(server, l, answerTime, func(err error) {
			h.log.Error("answering 503 while no bot acts has failed", "key", a.Key, "err", err)
		}))
	}
	return func() {
		for _, stop := range stops {
			stop()
		}
	}
}
