package local

import (
	"context"
	"net/http"
	"time"

	"tarockbot/bot/chat"
)

// drawTime is how long a browser waits for its picture behind others.
const drawTime = 20 * time.Second

// picture draws a message's picture when a browser asks for it: the words are
// there already. It is known by what it shows, so it never changes. One that the
// message doesn't show any more, or whose browser has left, is not drawn.
func (s server) picture(w http.ResponseWriter, r *http.Request) {
	v, ok := s.member(w, r)
	if !ok {
		return
	}
	p := s.p.hub.picture(v.user(), chat.Ref(r.PathValue("ref")), r.PathValue("key"))
	if p == nil {
		w.WriteHeader(http.StatusGone)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), drawTime)
	defer cancel()
	defer context.AfterFunc(p.onShow, cancel)()
	png, err := p.Draw(ctx)
	if err != nil {
		s.undrawn(w, r, p, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "private, max-age=86400, immutable")
	_, _ = w.Write(png)
}

// undrawn answers for a picture that wasn't drawn. Nobody is to be told of one
// that is not wanted any more.
func (s server) undrawn(w http.ResponseWriter, r *http.Request, p *exhibit, err error) {
	status := http.StatusServiceUnavailable
	switch {
	case p.onShow.Err() != nil:
		status = http.StatusGone
	case r.Context().Err() == nil:
		s.p.log.Error("local: a picture can't be drawn", "error", err)
	}
	w.WriteHeader(status)
}
