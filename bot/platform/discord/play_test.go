package discord_test

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/platformtest"
)

func TestDeals(t *testing.T) {
	t.Parallel()
	platformtest.Run(t, newTestWorld)
}

func TestScenes(t *testing.T) {
	t.Parallel()
	platformtest.RunScenes(t, newTestWorld)
}

func newTestWorld(t *testing.T) platformtest.World {
	w := newWorldOn(t, discordtest.Options{Upstream: upstreamOptions().Upstream})
	challenge := func(guests int) string {
		return "challenge " + strings.Join([]string{"@" + bertID, "@" + carlID}[:guests], " ")
	}
	restart := func(between func()) {
		if err := w.stop(); err != nil {
			t.Fatal(err)
		}
		between()
		w.start()
	}
	return platformtest.World{Host: w.anna, Guests: []platformtest.Client{w.bert, w.server.Person(carlID, "Carl")}, Challenge: challenge,
		Log: &w.log, Boards: w.boards, Store: w.store, Restart: restart}
}

func (w *world) boards() []string {
	var all []string
	for _, m := range w.server.Messages(discordtest.Channel) {
		if len(discordtest.ControlsOf(m)) > 0 {
			all = append(all, m.Text())
		}
	}
	return all
}

func TestMatch(t *testing.T) {
	inBubbleOrUpstream(t, func(t *testing.T) {
		w := newWorldOn(t, upstreamOptions())
		w.startMatch(terms)
		w.play(w.isMatchOver, w.anna, w.bert)
		w.wait("the end in private", func() bool {
			m, ok := w.bert.Panel()
			return ok && strings.Contains(m.Text(), platformtest.MatchOver())
		})
		t.Log("2 deals played")
		if boards := w.server.Messages(discordtest.Channel); len(boards) != 1 {
			t.Errorf("%d messages in the channel, want 1", len(boards))
		}
	})
}

func TestFile(t *testing.T) {
	t.Parallel()
	platformtest.RunFile(t, newTestWorld)
}

func TestCut(t *testing.T) {
	inBubbleOrUpstream(t, func(t *testing.T) {
		w := newWorldOn(t, upstreamOptions())
		w.startMatch("bamberger 4") // the deals must have cuts
		const text = "*mäsh* @everyone"
		cut := w.findByLabel(w.anna, "Cut")
		w.pressControl(w.anna, cut)
		window, ok := w.anna.Window()
		if !ok {
			t.Fatalf("no window opened\n%s", &w.log)
		}
		if answer, err := w.anna.Submit(w.ctx, window, text); err != nil || !strings.Contains(answer, "Thank you") {
			t.Fatalf("the window is answered %q, %v", answer, err)
		}
		w.wait("the text on the board", func() bool {
			m, ok := w.anna.Board()
			return ok && strings.Contains(m.Text(), "mäsh")
		})
	})
}

func (w *world) findByLabel(p *discordtest.Person, label string) (found platformtest.Control) {
	w.t.Helper()
	w.wait(label, func() bool {
		all := w.controls(p)
		i := slices.IndexFunc(all, func(c platformtest.Control) bool { return c.Label == label })
		if i < 0 {
			return false
		}
		found = all[i]
		return true
	})
	return found
}
