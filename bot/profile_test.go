package bot_test

import (
	"strings"
	"testing"
	"time"

	"tarockbot/storage/memory"
)

// TestProfilePicture: a profile draws how the rating went, by the days of the reader's time zone, but not for who likes
// words.
func TestProfilePicture(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	if s := *w.mustSay("anna", "profile").Screen; s.Picture != nil {
		t.Errorf("before the first match there is a picture: %+v", s)
	}
	w.now.Store(time.Date(2027, 2, 28, 23, 30, 0, 0, time.UTC).Unix())
	w.seat("bamberger 2", "anna", "bert")
	w.mustSay("bert", "leave yes")
	for settings, day := range map[string]string{"zone UTC": "28 Feb 2027", "zone Europe/Vienna": "1 Mar 2027"} {
		w.mustSay("anna", "settings "+settings)
		s := *w.mustSay("anna", "profile").Screen
		if s.Picture == nil || s.Caption == nil || !strings.Contains(s.Picture.Alt, day) {
			t.Fatalf("after %q her picture is %+v, want %s", settings, s.Picture, day)
		}
		if png, err := s.Picture.Draw(w.ctx); err != nil || len(png) == 0 {
			t.Error(err)
		}
	}
	w.mustSay("anna", "settings text")
	if s := *w.mustSay("anna", "profile").Screen; s.Picture != nil || !contains("Rating ")(s) {
		t.Errorf("in words it is\n%s", text(s))
	}
}
