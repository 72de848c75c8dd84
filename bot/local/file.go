package local

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/chat"
)

// fileLife is how long a file may be fetched.
const fileLife = 15 * time.Minute

// maxFiles is how much is kept of all files together, in bytes. The oldest goes
// when there is no room.
const maxFiles = 8 * chat.MaxFile

// keepsake is a file that one person may fetch.
type keepsake struct {
	*chat.File
	key  string
	user chat.UserID
}

// keepFile lets the person fetch the file for a while, and says by which key.
func (s server) keepFile(user chat.UserID, f *chat.File) (key string, err error) {
	if key, err = s.p.secret(16); err != nil {
		return "", err
	}
	s.p.hub.keep(keepsake{f, key, user})
	time.AfterFunc(fileLife, func() { s.p.hub.drop(key) })
	return key, nil
}

// file gives a file to whom it is for.
func (s server) file(w http.ResponseWriter, r *http.Request) {
	v, ok := s.member(w, r)
	if !ok {
		return
	}
	f := s.p.hub.kept(v.user(), r.PathValue("key"))
	if f == nil {
		s.refuse(w, r, http.StatusGone, "file.gone")
		return
	}
	w.Header().Set("Content-Type", f.Type)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", f.Name))
	_, _ = w.Write(f.Data)
}

// keep keeps the file.
func (h *hub) keep(k keepsake) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files = append(h.files, k)
	size := 0
	for _, f := range h.files {
		size += len(f.Data)
	}
	for size > maxFiles && len(h.files) > 1 {
		size -= len(h.files[0].Data)
		h.files = h.files[1:]
	}
}

// kept is the person's file; nil if there is none (any more).
func (h *hub) kept(user chat.UserID, key string) *chat.File {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range h.files {
		if f.key == key && f.user == user {
			return f.File
		}
	}
	return nil
}

// drop forgets the file.
func (h *hub) drop(key string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files = slices.DeleteFunc(h.files, func(f keepsake) bool { return f.key == key })
}
