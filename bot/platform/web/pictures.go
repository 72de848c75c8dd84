package web

import (
	"context"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/chat"
)

// drawTime is how long a browser waits for its picture behind others.
const drawTime = 20 * time.Second

// picture draws a message's picture when a browser asks for it: the words are there
// already. It is known by what it shows, so it never changes. One that the message doesn't
// show any more, or whose browser has left, is not drawn, and nobody is to be told.
func (s server) picture(w http.ResponseWriter, r *http.Request, v visitor) {
	p := s.p.hub.picture(v.user(), chat.Ref(r.PathValue("ref")), r.PathValue("key"))
	if p == nil {
		w.WriteHeader(http.StatusGone)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), drawTime)
	defer cancel()
	defer context.AfterFunc(p.onShow, cancel)()
	switch png, err := p.Draw(ctx); {
	case err == nil:
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "private, max-age=86400, immutable")
		_, _ = w.Write(png)
	case p.onShow.Err() != nil:
		w.WriteHeader(http.StatusGone)
	default:
		if r.Context().Err() == nil {
			s.cfg.Log.Error("local: a picture can't be drawn", "error", err)
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// shownPicture is a picture as long as a message shows it.
type shownPicture struct {
	*chat.Picture
	onShow context.Context // ends when it is shown no more
	end    context.CancelFunc
}

// shownPictures are the pictures of the screen and of its other editions, on show.
func shownPictures(s chat.Screen) (all []*shownPicture) {
	for _, one := range append([]chat.Screen{s}, s.Others...) {
		if one.Picture == nil || shownPictureOf(all, one.Picture.Key) != nil {
			continue
		}
		onShow, end := context.WithCancel(context.Background())
		all = append(all, &shownPicture{one.Picture, onShow, end})
	}
	return all
}

// shownPictureOf is the picture of the key; nil if it isn't on show.
func shownPictureOf(all []*shownPicture, key string) *shownPicture {
	i := slices.IndexFunc(all, func(e *shownPicture) bool { return e.Key == key })
	if i < 0 {
		return nil
	}
	return all[i]
}

// show gives the message other pictures, or none. One that looks the same goes
// on being shown.
func (m *message) setPictures(next []*shownPicture) {
	for i, e := range next {
		if old := shownPictureOf(m.shown, e.Key); old != nil {
			e.end()
			next[i] = old
		}
	}
	for _, old := range m.shown {
		if !slices.Contains(next, old) {
			old.end()
		}
	}
	m.shown = next
}

// picture is the message's picture with the key, if the person may see it; nil
// if there is none, or another by now.
func (h *hub) picture(user chat.UserID, ref chat.Ref, key string) *shownPicture {
	h.mu.Lock()
	defer h.mu.Unlock()
	panes := []*pane{&h.channel}
	if p := h.persons[user]; p != nil {
		panes = append(panes, &p.panels, &p.answers)
	}
	for _, p := range panes {
		if m := p.find(ref); m != nil {
			return shownPictureOf(m.shown, key)
		}
	}
	return nil
}
