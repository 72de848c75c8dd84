package bot_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/render"
	"tarockbot/storage/memory"
)

// studio keeps drawn cards. It is made outside synctest bubbles.
var studio, errStudio = render.NewStudio()

func withPictures(w *world) {
	if errStudio != nil {
		w.t.Fatal(errStudio)
	}
	w.pictures = studio
}

func isDrawn(s chat.Screen) bool { return s.Picture != nil && s.Picture.PNG != nil }

func TestPictures(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	w.seat("bamberger 2", "anna", "bert")
	for place, screen := range map[string]chat.Screen{
		"board": w.wait(public, isDrawn), "anna": w.wait(private("anna"), isDrawn), "bert": w.wait(private("bert"), isDrawn),
	} {
		p := screen.Picture
		config, err := png.DecodeConfig(bytes.NewReader(p.PNG))
		if err != nil || config.Width != p.Width || config.Height != p.Height {
			t.Errorf("%s: the picture has %d × %d pixels, announced %d × %d: %v", place, config.Width, config.Height, p.Width, p.Height, err)
		}
		if p.Alt == "" || len([]rune(p.Alt)) > 1000 {
			t.Errorf("%s: the description has %d letters", place, len([]rune(p.Alt)))
		}
	}
	hasNoPicture := func(s chat.Screen) bool { return s.Picture == nil }
	w.mustSay("bert", "settings text")
	w.wait(private("bert"), hasNoPicture)
	w.mustSay("bert", "settings bilder")
	fourColours := w.wait(private("bert"), isDrawn).Picture.Key
	w.mustSay("bert", "settings deck zwei")
	w.wait(private("bert"), func(s chat.Screen) bool { return isDrawn(s) && s.Picture.Key != fourColours })
}

func TestReplayPictures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("bamberger 2", "anna", "bert")
	w.playMatch("anna", "bert")
	withPictures(w)
	w.morePlatforms = []chat.Platform{linkNetwork{bottest.New("shared")}}
	w.restart()
	w.mustSay("carl", "settings chat")
	seen := make(map[string]string)
	for _, l := range []string{"0", "20", "20 1", "20 2", "1000"} {
		s := *w.mustSay("carl", "replay "+id+"-1 "+l).Screen
		if s.Picture == nil || s.Caption == nil || s.Protect || seen[s.Picture.Key] != "" {
			t.Fatalf("step %s shows %+v, as step %q", l, s, seen[s.Picture.Key])
		}
		seen[s.Picture.Key] = l
		if alt := s.Picture.Alt; strings.Contains(alt, inEnglish("panel.hand")) || strings.Contains(alt, inEnglish("picture.hand", "Name", "bert")) != (l == "20 2") {
			t.Errorf("step %s says %q", l, alt)
		}
		if png, err := s.Picture.Draw(w.ctx); err != nil || len(png) == 0 {
			t.Errorf("step %s: %v", l, err)
		}
	}
	w.mustSay("carl", "settings text")
	if s := *w.mustSay("carl", "replay "+id+"-1 20").Screen; s.Picture != nil {
		t.Error("a reader who chose text gets a picture")
	}
	if s := *w.mustSay("carl", "replay "+id+"-1 share").Screen; !contains("https://example.org/replay " + id + "-1")(s) {
		t.Errorf("the shared replay is\n%s", text(s))
	}
}

type linkNetwork struct{ *bottest.Network }

func (linkNetwork) Link(line string) string { return "https://example.org/" + line }

func plainText(lines []chat.Line) string {
	return strings.NewReplacer("\u2068", "", "\u2069", "").Replace(text(chat.Screen{Text: lines}))
}
