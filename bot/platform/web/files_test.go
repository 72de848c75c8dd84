package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
)

// fetchedAt matches the address of a page's file.
var fetchedAt = regexp.MustCompile(`file/[^"]+`)

// given returns a browser whose user got a file, and the file's path.
func given(w *world, f chat.File) (b *browser, path string) {
	w.t.Helper()
	b = w.entered("Anna")
	w.bot.answer = chat.Answer{Alert: "Here it is.", File: &f}
	b.script("/do", url.Values{"line": {"export"}})
	page := b.get("/").Body.String()
	wantIn(w.t, page, "Here it is.", `download="`+f.Name+`"`)
	return b, "/" + fetchedAt.FindString(page)
}

// TestFile fetches a file as its user and as others, who are refused.
func TestFile(t *testing.T) {
	w := newWorld(t)
	anna, path := given(w, chat.File{Name: "tarock.json", Type: "application/json", Data: []byte("her deals")})
	got := anna.get(path)
	if got.Code != http.StatusOK || got.Body.String() != "her deals" {
		t.Fatalf("she gets %d %q", got.Code, got.Body)
	}
	for header, want := range map[string]string{"Content-Type": "application/json", "Content-Disposition": `attachment; filename="tarock.json"`, "Cache-Control": "no-store"} {
		if had := got.Header().Get(header); had != want {
			t.Errorf("%s: %q, want %q", header, had, want)
		}
	}
	for name, other := range map[string]*browser{"Bert": w.entered("Bert"), "who has no name": w.browser()} {
		if got := other.get(path); got.Code == http.StatusOK || strings.Contains(got.Body.String(), "her deals") {
			t.Errorf("%s gets %d %q", name, got.Code, got.Body)
		}
	}
	if got := anna.get("/file/another"); got.Code != http.StatusGone {
		t.Errorf("a file that isn't there: %d", got.Code)
	}
}

// TestFileGoes checks that a file is kept for fileLife and within maxFiles.
func TestFileGoes(t *testing.T) {
	t.Run("time", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			anna, path := given(w, chat.File{Name: "tarock.json", Data: []byte("her deals")})
			<-time.After(fileLife - time.Second)
			if got := anna.get(path); got.Code != http.StatusOK {
				t.Errorf("too early: %d", got.Code)
			}
			<-time.After(2 * time.Second)
			if got := anna.get(path); got.Code != http.StatusGone || len(w.hub.files) > 0 {
				t.Errorf("%d, %d files are kept", got.Code, len(w.hub.files))
			}
		})
	})
	t.Run("room", func(t *testing.T) {
		w := newWorld(t)
		anna, path := given(w, chat.File{Name: "tarock.json", Data: make([]byte, chat.MaxFile)})
		for range maxFiles / chat.MaxFile {
			if got := anna.get(path); got.Code != http.StatusOK {
				t.Fatalf("gone while there is room: %d", got.Code)
			}
			w.hub.storeFile("local:bert", &chat.File{Data: make([]byte, chat.MaxFile)})
		}
		if got := anna.get(path); got.Code != http.StatusGone {
			t.Errorf("kept beyond the room: %d", got.Code)
		}
	})
}
