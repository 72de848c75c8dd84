package telegram

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tarockbot/bot/platform/telegram/telegramtest"
	"tarockbot/render"
)

// studio must be created outside synctest bubbles.
var studio = sync.OnceValues(render.NewStudio)

func sharedStudio(t *testing.T) *render.Studio {
	t.Helper()
	s, err := studio()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newPictureWorld(t *testing.T, pictures *render.Studio) *world {
	t.Helper()
	w := stoppedWorld(t)
	w.pictures = pictures
	w.boot()
	return w
}

func tableMessages(c *telegramtest.Chat) []telegramtest.Message {
	return slices.DeleteFunc(c.Messages(), func(m telegramtest.Message) bool {
		return len(m.Keyboard) == 0 || !strings.HasPrefix(m.Text, "Kosakeln (")
	})
}

func showsTable(c *telegramtest.Chat, part string, picture bool) bool {
	all := tableMessages(c)
	return len(all) == 1 && strings.Contains(all[0].Text, part) && (all[0].Photo != nil) == picture
}

func (w *world) awaitTable(c *telegramtest.Chat, part string, picture bool) {
	w.t.Helper()
	w.wait(fmt.Sprintf("%q with picture=%v in\n%s", part, picture, textsIn(c)), func() bool { return showsTable(c, part, picture) })
}

// checkPictures: the group never sees a hand, and pictures of hands can't be forwarded.
func (w *world) checkPictures(group *telegramtest.Chat, people ...*telegramtest.Person) {
	w.t.Helper()
	w.expectNoHandIn(group)
	for _, m := range group.All() {
		if p := m.Photo; p != nil && (p.Width != 1200 || p.Height != 675) {
			w.t.Errorf("a picture in the group isn't a board: %d by %d", p.Width, p.Height)
		}
	}
	for _, p := range people {
		for _, m := range p.Private().All() {
			if m.Photo != nil && !m.Protected {
				w.t.Errorf("%s's picture can be forwarded: %s", p.Name, m.Text)
			}
		}
	}
}

func tricksBegun(c *telegramtest.Chat) func() bool {
	return func() bool { _, ok := c.Last("Last trick"); return ok }
}

func TestPicturesInPlay(t *testing.T) {
	pictures := sharedStudio(t)
	inBubble(t, func(t *testing.T) {
		w := newPictureWorld(t, pictures)
		anna, bert := w.seatTwo("easy 2")
		w.awaitTable(w.group, "Kosakeln", true)
		w.awaitTable(anna.Private(), "Choose up to 8 cards to swap", true)
		if _, err := bert.Command(w.ctx, "settings text"); err != nil {
			t.Fatal(err)
		}
		w.awaitTable(bert.Private(), "Choose up to 8 cards to swap", false)
		w.playUntil(tricksBegun(w.group), func() {}, anna, bert)
		w.awaitTable(w.group, "Last trick", true)
		w.awaitTable(anna.Private(), "Last trick", true)
		w.awaitTable(bert.Private(), "Last trick", false)
		if _, err := bert.Command(w.ctx, "settings pictures"); err != nil {
			t.Fatal(err)
		}
		w.awaitTable(bert.Private(), "Last trick", true)
		w.checkPictures(w.group, anna, bert)
		for _, r := range w.server.Requests("") {
			if r.Code != http.StatusOK && r.Method != "deleteMessage" {
				t.Errorf("%s was answered %d: %v", r.Method, r.Code, r.Params)
			}
			for _, drawn := range []string{"Drawn for the first deal", "exchanged 8", "Cards marked"} {
				if strings.Contains(r.Params["caption"]+r.Params["media"], drawn) {
					t.Errorf("the caption repeats the picture: %q", drawn)
				}
			}
		}
	})
}

func TestPicturesThroughFaults(t *testing.T) {
	pictures := sharedStudio(t)
	inBubble(t, func(t *testing.T) {
		w := newPictureWorld(t, pictures)
		w.group = w.server.Group("group", "Stammtisch")
		anna, bert := w.seatTwo("easy 2")
		moves := 0
		healed := ""
		w.playUntil(func() bool { return moves > 16 && textsIn(w.group) != healed && tricksBegun(w.group)() }, func() {
			switch moves++; moves {
			case 3:
				w.group.Delete(w.group.Messages()[0].ID)
			case 5:
				w.server.FailAtRandom(1, telegramtest.Odds{Delay: 50, Broken: 20, Slow: 20})
			case 8:
				if err := w.stop(); err != nil {
					t.Error(err)
				}
				w.boot()
			case 10:
				w.group = w.server.Migrate(w.group, anna, anna, bert)
			case 12:
				w.group.ForbidPhotos(true)
			case 15:
				sleepInBubble(time.Second) // else a photo on its way is refused later
				w.server.Heal()
				w.group.ForbidPhotos(false)
				w.clock.add(barredFor)
				healed = textsIn(w.group)
			}
		}, anna, bert)
		for _, c := range []*telegramtest.Chat{w.group, anna.Private(), bert.Private()} {
			w.awaitTable(c, "Last trick", true)
		}
		w.checkPictures(w.group, anna, bert)
	})
}
