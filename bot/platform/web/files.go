package web

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
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
	f := s.p.downloads.of(v.user(), r.PathValue("key"))
	if f == nil {
		s.refuse(w, r, http.StatusGone, "file.gone")
		return
	}
	w.Header().Set("Content-Type", f.Type)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", f.Name))
	_, _ = w.Write(f.Data)
}

// downloads holds the files that users may fetch. It is safe for concurrent use.
type downloads struct {
	mu    sync.Mutex
	files []storedFile // oldest first
}

// store keeps the file for fileLife and returns the key to fetch it with.
func (d *downloads) store(user chat.UserID, f *chat.File) (key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	key = secret(16)
	d.files = append(d.files, storedFile{f, key, user})
	size := 0
	for _, f := range d.files {
		size += len(f.Data)
	}
	for size > maxFiles && len(d.files) > 1 {
		size -= len(d.files[0].Data)
		d.files = d.files[1:]
	}
	time.AfterFunc(fileLife, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.files = slices.DeleteFunc(d.files, func(f storedFile) bool { return f.key == key })
	})
	return key
}

// of returns the user's file, or nil if there is none or it has expired.
func (d *downloads) of(user chat.UserID, key string) *chat.File {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.files {
		if f.key == key && f.user == user {
			return f.File
		}
	}
	return nil
}
