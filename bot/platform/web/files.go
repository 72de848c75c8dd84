package web

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/chat"
)

// fileLife is the time within which a file can be fetched.
const fileLife = 15 * time.Minute

// maxFiles is the number of bytes kept of all files together. The oldest are dropped first.
const maxFiles = 8 * chat.MaxFile

// storedFile is a file that one user may fetch.
type storedFile struct {
	*chat.File
	key  string
	user chat.UserID
}

// file sends a stored file to its user.
func (s server) file(w http.ResponseWriter, r *http.Request, v visitor) {
	f := s.p.hub.fileOf(v.user(), r.PathValue("key"))
	if f == nil {
		s.refuse(w, r, http.StatusGone, "file.gone")
		return
	}
	w.Header().Set("Content-Type", f.Type)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", f.Name))
	_, _ = w.Write(f.Data)
}

// storeFile keeps the file for fileLife and returns the key to fetch it with.
func (h *hub) storeFile(user chat.UserID, f *chat.File) (key string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	key = secret(16)
	h.files = append(h.files, storedFile{f, key, user})
	size := 0
	for _, f := range h.files {
		size += len(f.Data)
	}
	for size > maxFiles && len(h.files) > 1 {
		size -= len(h.files[0].Data)
		h.files = h.files[1:]
	}
	time.AfterFunc(fileLife, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.files = slices.DeleteFunc(h.files, func(f storedFile) bool { return f.key == key })
	})
	return key
}

// fileOf returns the user's file, or nil if there is none or it has expired.
func (h *hub) fileOf(user chat.UserID, key string) *chat.File {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range h.files {
		if f.key == key && f.user == user {
			return f.File
		}
	}
	return nil
}
