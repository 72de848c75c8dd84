package discord_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/double"
)

func drawFewIcons(lang string) (map[string][]byte, error) {
	letter := map[string]uint8{"en": 10, "de": 20}[lang]
	return map[string][]byte{"XXI": onePixelPNG(1), "HQ": onePixelPNG(letter)}, nil
}

func uploadedName(icon string, png []byte) string {
	sum := sha256.Sum256(png)
	return fmt.Sprintf("tarock_%s_%x", icon, sum[:4])
}

func newIconBench(t *testing.T, icons func(string) (map[string][]byte, error), fault discordtest.Fault, emojis ...string) *bench {
	t.Helper()
	w := prepareWorld(t, discordtest.Options{Memory: true, Emojis: emojis})
	w.icons = icons
	if fault.Match != "" {
		w.server.Fail(fault)
	}
	b := &bench{world: w, platform: w.platform(new(double.Notes))}
	b.run(echo)
	return b
}

var noFault discordtest.Fault

// awaitIcons shows a screen until it has at least n icons, and returns the message.
func (b *bench) awaitIcons(ref chat.Ref, lang string, n int) chat.Ref {
	b.t.Helper()
	b.wait("icons in "+lang, func() bool { // the bot uploads icons one by one
		ref = b.show(public, ref, screenWithIcons(lang))
		return len(strings.Fields(emojisIn(b.lastMessage()))) >= n
	})
	return ref
}

func (w *world) emojiNames() []string {
	var names []string
	for _, e := range w.server.App.Emojis() {
		if i := strings.LastIndexByte(e.Name, '_'); strings.HasPrefix(e.Name, "tarock_") && len(e.Name)-i == 9 {
			e.Name = e.Name[:i]
		}
		names = append(names, e.Name)
	}
	slices.Sort(names)
	return names
}

func (w *world) expectEmojis(want ...string) {
	w.t.Helper()
	w.wait(fmt.Sprint("the emojis ", want), func() bool { return slices.Equal(w.emojiNames(), want) })
}

func screenWithIcons(lang string) chat.Screen {
	s := screen("", "press")
	s.Lang = lang
	s.Text = []chat.Line{{{Text: "Anna "}, {Text: "♥D", Style: chat.Red, Icon: "HQ"}, {Text: " · "}, {Text: "XX", Icon: "XX"}, {Text: "XXI", Icon: "XXI"}}}
	s.Buttons[0][0].Icon = "XXI"
	s.Choice = &chat.Choice{Label: "choose", Line: "choose", Min: 1, Max: 1, Options: []chat.Option{{Value: "HQ", Label: "♥D", Icon: "HQ"}}}
	return s
}

func emojisIn(m discordtest.Message) string {
	var found []string
	for _, afterTag := range strings.Split(m.Text(), "<:")[1:] {
		name, _, _ := strings.Cut(afterTag, ":")
		found = append(found, name)
	}
	var walk func([]discordtest.Component)
	walk = func(components []discordtest.Component) {
		for _, c := range components {
			walk(c.Components)
			emojis := []*discordtest.Emoji{c.Emoji}
			for _, o := range c.Options {
				emojis = append(emojis, o.Emoji)
			}
			for _, e := range emojis {
				if e != nil {
					found = append(found, e.Name)
				}
			}
		}
	}
	walk(m.Components)
	return strings.Join(found, " ")
}

func TestEmojis(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newIconBench(t, drawFewIcons, noFault, "logo", "tarock_XXI", "mine_12345678", "tarock_XXI_00000000", "tarock_gone_12345678")
		b.expectEmojis("logo", "mine_12345678", "tarock_HQ", "tarock_HQ", "tarock_XXI", "tarock_XXI")
		for _, lang := range []string{"en", "de-AT"} {
			b.awaitIcons("", lang, 4)
			m := b.lastMessage()
			if got := regexp.MustCompile(`_[0-9a-f]{8}\b`).ReplaceAllString(emojisIn(m), "_#"); got != "tarock_HQ tarock_XXI tarock_HQ_# tarock_XXI_#" {
				t.Errorf("%s: icons %q", lang, got)
			}
			if text := m.Text(); !strings.HasPrefix(text, "Anna <:tarock_HQ:") || !strings.Contains(text, ">♥D · XX<:") || !strings.HasSuffix(text, ">XXI") {
				t.Errorf("%s: text %q", lang, text)
			}
		}
		b.restartWith(new(double.Notes), echo)
		b.awaitIcons("", "en", 1)
		if n := b.server.Count("POST /applications.*emojis"); n != 3 {
			t.Errorf("%d uploads, want 3", n)
		}
	})
}

// Before Run, the previous process maintains the emojis.
func TestEmojisAfterTakeOver(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := prepareWorld(t, simulated)
		w.icons = drawFewIcons
		b := &bench{world: w, platform: w.platform(new(double.Notes))}
		b.platform.Connect(b.ctx)
		for session := 1; session <= 2; session++ {
			w.wait("a session", func() bool { return w.server.Gateway.Identified() == session })
			w.dropConnections()
		}
		w.wait("the last session", func() bool { return w.server.Gateway.Identified() == 3 })
		synctest.Wait()
		if n := w.server.Count("GET /applications.*emojis"); n > 0 {
			t.Errorf("the bot listed emojis %d times before Run", n)
		}
		all := []string{"tarock_HQ", "tarock_HQ", "tarock_XXI"}
		b.run(echo)
		w.expectEmojis(all...)
		w.server.App.RemoveEmojis()
		w.dropConnections()
		w.expectEmojis(all...)
	})
}

func TestEmojisDespiteFaults(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"limited":          {Match: "POST /applications", Status: http.StatusTooManyRequests, Wait: time.Hour},
		"limited listing":  {Match: "GET /applications/.*emojis", Status: http.StatusTooManyRequests, Wait: time.Hour},
		"out of order":     {Match: "emojis", Status: http.StatusBadGateway, Times: 3},
		"answer lost":      {Match: "POST /applications", Cut: true, CarriedOut: true},
		"slow":             {Match: "emojis", Delay: time.Minute},
		"removing refused": {Match: "DELETE /applications", Status: http.StatusInternalServerError},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			b := newIconBench(t, drawFewIcons, fault, "tarock_XXI_00000000", uploadedName("XXI", onePixelPNG(1)))
			b.mustSay(b.anna, "games")
			if took := time.Since(began); took > time.Second {
				t.Errorf("%s: the start took %v", name, took)
			}
			b.show(public, "", screenWithIcons("en"))
			if got := emojisIn(b.lastMessage()); fault.Status == http.StatusTooManyRequests && got != "" {
				t.Errorf("%s: icons %q before all are uploaded", name, got)
			}
			b.expectEmojis("tarock_HQ", "tarock_HQ", "tarock_XXI")
			synctest.Wait()
			b.show(public, "", screenWithIcons("en"))
			if emojisIn(b.lastMessage()) == "" {
				t.Errorf("%s: no icons", name)
			}
			if strings.Contains(b.log.String(), "WARN") {
				t.Errorf("%s: the log says\n%s", name, &b.log)
			}
		})
	}
}

func TestTextsWithoutEmojis(t *testing.T) {
	t.Parallel()
	broken := func(string) (map[string][]byte, error) { return nil, errors.New("no ink") }
	for name, icons := range map[string]func(string) (map[string][]byte, error){"not drawn": broken, "refused": drawFewIcons} {
		synctest.Test(t, func(t *testing.T) {
			b := newIconBench(t, icons, discordtest.Fault{Match: "POST /applications", Status: http.StatusForbidden, Code: 50001, Times: -1})
			sleep(10 * time.Minute)
			if n := strings.Count(b.log.String(), "without emojis"); n != 1 {
				t.Errorf("%s: the log has %d lines:\n%s", name, n, &b.log)
			}
			b.show(public, "", screenWithIcons("en"))
			if got := b.lastMessage().Text(); got != `Anna ♥D · XXXXI` {
				t.Errorf("%s: text %q", name, got)
			}
		})
	}
}

// If the icons are unknown, no emoji may be removed.
func TestEmojisKeptWithoutIcons(t *testing.T) {
	t.Parallel()
	for name, drawNothing := range map[string]func() map[string][]byte{
		"panic":    func() map[string][]byte { panic("a fault in drawing") },
		"no icons": func() map[string][]byte { return nil },
	} {
		synctest.Test(t, func(t *testing.T) {
			var sessions atomic.Int32
			b := newIconBench(t, func(lang string) (map[string][]byte, error) {
				if sessions.Load() < 2 {
					return drawNothing(), nil
				}
				return drawFewIcons(lang)
			}, noFault, "tarock_XXI_00000000")
			for range 2 {
				synctest.Wait()
				if b.expectEmojis("tarock_XXI"); b.server.Count("DELETE.*emojis") > 0 {
					t.Errorf("%s: an emoji was removed", name)
				}
				sessions.Add(1)
				identified := b.server.Gateway.Identified()
				b.dropConnections()
				b.wait("a new session", func() bool { return b.server.Gateway.Identified() > identified })
			}
			b.expectEmojis("tarock_HQ", "tarock_HQ", "tarock_XXI")
		})
	}
}

func TestRemovedEmojisRestored(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newIconBench(t, drawFewIcons, noFault)
		ref := b.awaitIcons("", "en", 1)
		b.server.App.RemoveEmojis()
		shown := make(chan struct{})
		b.server.Fail(discordtest.Fault{Match: "GET /applications.*emojis", CarriedOut: true, BeforeResponse: func() { <-shown }})
		b.show(public, ref, screenWithIcons("en"))
		close(shown)
		if got := emojisIn(b.lastMessage()); got != "" {
			t.Errorf("icons %q", got)
		}
		b.awaitIcons(ref, "en", 1)
		b.expectMessages(1)
	})
}

func TestTooManyEmojis(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newIconBench(t, drawFewIcons, noFault)
		ref := b.awaitIcons("", "en", 1)
		s := screenWithIcons("en")
		for range 150 {
			s.Text = append(s.Text, chat.Line{{Text: "XXI", Icon: "XXI"}, {Text: " "}, {Text: "♥D", Icon: "HQ"}})
		}
		b.show(public, ref, s)
		if m := b.lastMessage(); strings.Contains(m.Text(), "<:") || strings.Count(m.Text(), "XXI") != 151 {
			t.Errorf("text of %d characters: %.80q", len(m.Text()), m.Text())
		}
	})
}
