package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage/memory"
)

// played returns a page with a whole bot behind it.
func played(t *testing.T) *world {
	t.Helper()
	w := &world{t: t}
	running := bottest.Start(t.Context(), t, bot.Config{Store: memory.New()}, func(b *bot.Bot) chat.Platform {
		w.Platform = open(t, Config{Notes: b.Materials.Notes("local"), Language: "de"})
		return w.Platform
	})
	answer, err := http.Get(w.URL()) // is given once the bot serves the page
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	w.handler = w.Platform.handler(running.Handle)
	return w
}

// says types a line as the page's script does.
func (b *browser) says(line string) {
	b.t.Helper()
	form := url.Values{"line": {line}, "in": {"channel"}, "typed": {"1"}}
	if got := b.script("/do", form); got.Code != http.StatusOK || strings.Contains(got.Body.String(), "refused") {
		b.t.Fatalf("%q: %d %s", line, got.Code, got.Body)
	}
}

// brings waits for a message that matches the pattern, and returns the match of its group.
func (w *wire) brings(t *testing.T, pattern string) string {
	t.Helper()
	wanted := regexp.MustCompile(pattern)
	for {
		_, lists := w.event(t)
		for _, l := range lists {
			for _, m := range l.Changed {
				if found := wanted.FindStringSubmatch(m.HTML); found != nil {
					return found[len(found)-1]
				}
			}
		}
	}
}

// offered waits for a button whose command begins with the line, and returns the command.
func (w *wire) offered(t *testing.T, line string) string {
	t.Helper()
	return w.brings(t, `name="line" value="(`+line+`[^"]*)"`)
}

// sights returns everything that the browser receives of a page, without random parts and times.
func (b *browser) sights() string {
	b.t.Helper()
	rec := b.get("/")
	header := rec.Result().Header
	header.Del("Date")
	return fmt.Sprint(rec.Code, header, regexp.MustCompile(`name="id" value="[^"]*"|data-now="[0-9]*"`).ReplaceAllString(rec.Body.String(), ""))
}

// TestPrivateChoices lets a user choose and ask in private: nothing that others receive changes, not even
// a version number.
func TestPrivateChoices(t *testing.T) {
	w := played(t)
	anna, bert, carl := w.entered("Anna"), w.entered("Bert"), w.entered("Carl")
	hers, _ := anna.stream("/", "")
	anna.says("challenge @bert bamberger tactical 2")
	seen, _ := bert.stream("/", "")
	bert.says(seen.offered(t, "accept "))
	pick := hers.offered(t, "pick ")

	theirs := map[string]*browser{"her opponent": bert, "a stranger": carl}
	before := map[string]string{"her opponent": bert.settled("pick ", "hand "), "a stranger": carl.settled("rules ")}
	stream, _ := carl.stream("/", carl.mark())
	own := anna.mark()
	for range 7 { // an odd number: in the end it is chosen
		anna.says(pick)
	}
	for _, line := range []string{"settings", "hand", "games", "history", "profile"} {
		anna.says(line)
	}
	hers.brings(t, `(?s)class="msg panel.*aria-pressed="true"`)
	for who, b := range theirs {
		if after := b.sights(); after != before[who] {
			t.Errorf("%s saw\n%s\nand sees\n%s", who, before[who], after)
		}
	}
	if anna.mark() == own {
		t.Error("her own mark hasn't changed")
	}
	was := carl.mark()
	w.show(channel, "", plain("offen"))
	mark, lists := stream.event(t)
	wantIn(t, lists["channel"].Changed[0].HTML, "offen")
	if len(lists["channel"].Changed) != 1 || next(was) != mark {
		t.Errorf("the next that the stranger is told is %+v, under %s after %s", lists, mark, was)
	}
}

// settled returns the sights after two equal ones that offer all of the lines.
func (b *browser) settled(lines ...string) (sights string) {
	missing := func(line string) bool { return !strings.Contains(sights, `name="line" value="`+line) }
	for now := b.sights(); now != sights || slices.ContainsFunc(lines, missing); now = b.sights() {
		sights = now
	}
	return sights
}

// next returns the mark after one more change of the channel.
func next(mark string) string {
	parts := strings.Split(mark, ".")
	n := 0
	_, _ = fmt.Sscan(parts[2], &n)
	parts[2] = fmt.Sprint(n + 1)
	return strings.Join(parts, ".")
}

// TestCountsArePrivate checks that neither marks nor refs reveal others' private changes.
func TestCountsArePrivate(t *testing.T) {
	w := newWorld(t)
	w.entered("Anna")
	bert := w.entered("Bert")
	board := w.show(channel, "", plain("Brett"))
	before := bert.mark()
	s := plain("Blatt")
	s.Call = calling("anna", 1)
	ref := w.show(side("anna"), "", s)
	for i := range 10 {
		w.show(side("anna"), ref, plain(fmt.Sprint(i)))
	}
	open := plain("Brett") // it calls Anna, and looks as before
	open.Call = calling("anna", 2)
	w.show(channel, board, open)
	if after := bert.mark(); after != before {
		t.Errorf("Bert's mark was %s and is %s", before, after)
	}
	a, b := w.show(channel, "", plain("eins")), w.show(channel, "", plain("zwei"))
	if !regexp.MustCompile(`^.+-[A-Z2-7]{26}$`).MatchString(string(a)) || a[len(a)-20:] == b[len(b)-20:] {
		t.Errorf("messages are called %s and %s", a, b)
	}
}

// TestAForgottenSideBeginsAnew comes back with a mark from before an eviction: the user gets everything.
func TestAForgottenSideBeginsAnew(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	anna := side("anna")
	ref := w.show(anna, "", plain("Blatt"))
	mark := b.mark()
	w.hub.forget(anna.User)
	if _, err := w.Show(t.Context(), anna, ref, plain("neu")); err == nil {
		t.Error("the panel is there still")
	}
	w.show(anna, "", plain("neu"))
	stream, _ := b.stream("/", mark)
	_, lists := stream.event(t)
	if len(lists) != 3 || len(lists["panels"].Changed) != 1 {
		t.Errorf("she gets %+v", lists)
	}
}

// TestLevels types and presses a level: the table shows the player and the level.
func TestLevels(t *testing.T) {
	t.Parallel()
	w := played(t)
	anna := w.entered("Anna")
	hers, _ := anna.stream("/", "")
	anna.says("ueben")
	anna.says(hers.offered(t, "level strong"))
	anna.says(hers.offered(t, "practice strohmandeln level=strong"))
	for range 4 {
		anna.says(hers.offered(t, "do "))
	}
	wantIn(t, anna.page(), "Hofrat", "(Computer, stark)")
	anna.says("ueben strohmandeln stufe leicht")
	hers.brings(t, `\(Computer, leicht\)`)
}
