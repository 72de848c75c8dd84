package web

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

const fileLife = 15 * time.Minute

// The oldest files are dropped first.
const maxFiles = 8 * chat.MaxFile

type storedFile struct {
	*chat.File
	key  string
	user chat.UserID
}

func (s server) file(w http.ResponseWriter, r *http.Request, v visitor) {
	f := s.p.downloads.find(v.user(), r.PathValue("key"))
	if f == nil {
		s.refuse(w, r, http.StatusGone, "file.gone")
		return
	}
	w.Header().Set("Content-Type", f.Type)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", f.Name))
	_, _ = w.Write(f.Data)
}

type downloads struct {
	mu    sync.Mutex
	files []storedFile // oldest first
}

// store keeps the file for fileLife and returns its key.
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

func (d *downloads) find(user chat.UserID, key string) *chat.File {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.files {
		if f.key == key && f.user == user {
			return f.File
		}
	}
	return nil
}
