package web

import (
	"context"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/chat"
)

// drawTime includes the wait for other pictures.
const drawTime = 20 * time.Second

// picture draws until the message changes its picture or the browser disconnects. The key is a digest: browsers may
// cache.
func (s server) picture(w http.ResponseWriter, r *http.Request, v visitor) {
	p := s.p.hub.picture(v.user(), chat.Ref(r.PathValue("ref")), r.PathValue("key"))
	if p == nil {
		w.WriteHeader(http.StatusGone)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), drawTime)
	defer cancel()
	defer context.AfterFunc(p.shownCtx, cancel)()
	switch png, err := p.Draw(ctx); {
	case err == nil:
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "private, max-age=86400, immutable")
		_, _ = w.Write(png)
	case p.shownCtx.Err() != nil:
		w.WriteHeader(http.StatusGone)
	default:
		if r.Context().Err() == nil {
			s.cfg.Log.Error("local: a picture can't be drawn", "err", err)
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

type shownPicture struct {
	*chat.Picture
	shownCtx context.Context // ends when no message shows the picture
	end      context.CancelFunc
}

func shownPictures(s chat.Screen) (all []*shownPicture) {
	for _, one := range append([]chat.Screen{s}, s.Translations...) {
		if one.Picture == nil || shownPictureOf(all, one.Picture.Key) != nil {
			continue
		}
		onShow, end := context.WithCancel(context.Background())
		all = append(all, &shownPicture{one.Picture, onShow, end})
	}
	return all
}

func shownPictureOf(all []*shownPicture, key string) *shownPicture {
	i := slices.IndexFunc(all, func(e *shownPicture) bool { return e.Key == key })
	if i < 0 {
		return nil
	}
	return all[i]
}

// setPictures keeps pictures with the same key.
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

// picture returns nil if the picture is gone or the user may not see it.
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
