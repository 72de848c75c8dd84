package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
)

var fetchedAt = regexp.MustCompile(`file/[^"]+`)

func enterAndExport(w *world, f chat.File) (b *browser, path string) {
	w.t.Helper()
	b = w.enter("Anna")
	w.bot.answer = chat.Answer{Alert: "Here it is.", File: &f}
	b.sendLine("export")
	page := b.page()
	wantIn(w.t, page, "Here it is.", `download="`+f.Name+`"`)
	return b, "/" + fetchedAt.FindString(page)
}

func TestFile(t *testing.T) {
	w := newWorld(t)
	anna, path := enterAndExport(w, chat.File{Name: "tarock.json", Type: "application/json", Data: []byte("her deals")})
	got := anna.get(path)
	wantAnswer(t, got, "her deals")
	for header, want := range map[string]string{"Content-Type": "application/json", "Content-Disposition": `attachment; filename="tarock.json"`, "Cache-Control": "no-store"} {
		if had := got.Header().Get(header); had != want {
			t.Errorf("%s: %q, want %q", header, had, want)
		}
	}
	for name, other := range map[string]*browser{"Bert": w.enter("Bert"), "a browser without a name": w.browser()} {
		if got := other.get(path); got.Code == http.StatusOK || strings.Contains(got.Body.String(), "her deals") {
			t.Errorf("%s gets %d %q", name, got.Code, got.Body)
		}
	}
	wantCode(t, "an unknown file", anna.get("/file/another"), http.StatusGone)
}

func TestFilesExpire(t *testing.T) {
	t.Run("too old", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			anna, path := enterAndExport(w, chat.File{Name: "tarock.json", Data: []byte("her deals")})
			<-time.After(fileLife - time.Second)
			wantCode(t, "before fileLife ends", anna.get(path), http.StatusOK)
			<-time.After(2 * time.Second)
			if got := anna.get(path); got.Code != http.StatusGone || len(w.downloads.files) > 0 {
				t.Errorf("got %d, %d files are kept, want 410 and 0", got.Code, len(w.downloads.files))
			}
		})
	})
	t.Run("too many", func(t *testing.T) {
		w := newWorld(t)
		anna, path := enterAndExport(w, chat.File{Name: "tarock.json", Data: make([]byte, chat.MaxFile)})
		for range maxFiles / chat.MaxFile {
			wantCode(t, "below the limit of files", anna.get(path), http.StatusOK)
			w.downloads.store("local:bert", &chat.File{Data: make([]byte, chat.MaxFile)})
		}
		wantCode(t, "above the limit of files", anna.get(path), http.StatusGone)
	})
}
