package local

import (
	"context"
	"net/http"
	"time"

	"tarockbot/bot"
)

// drawTime is how long a browser waits for its picture behind others.
const drawTime = 20 * time.Second

// picture draws a message's picture when a browser asks for it: the words are
// there already. It is known by what it shows, so it never changes.
func (s server) picture(w http.ResponseWriter, r *http.Request) {
	v, ok := s.member(w, r)
	if !ok {
		return
	}
	p := s.hub.picture(v.user(), bot.Ref(r.PathValue("ref")), r.PathValue("key"))
	if p == nil {
		s.missing(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), drawTime)
	defer cancel()
	png, err := p.Draw(ctx)
	if err != nil {
		if r.Context().Err() == nil {
			s.log.Error("local: a picture can't be drawn", "error", err)
		}
		s.refuse(w, r, http.StatusServiceUnavailable, "failed")
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "private, max-age=86400, immutable")
	_, _ = w.Write(png)
}
