package discord_test

import (
	"strings"
	"testing"

	"tarockbot/bot/bottest"
	"tarockbot/bot/discord/discordtest"
)

// TestDeals plays by every rule set and option, over HTTP and WebSocket.
func TestDeals(t *testing.T) {
	t.Parallel()
	bottest.Run(t, evening)
}

// TestScenes plays what is rare.
func TestScenes(t *testing.T) {
	t.Parallel()
	bottest.RunScenes(t, evening)
}

// evening is a channel with three people who play.
func evening(t *testing.T) bottest.World {
	w := newWorld(t, options())
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
	return bottest.World{Host: w.anna, Guests: []bottest.Client{w.bert, w.server.Person(carlID, "Carl")}, Challenge: challenge,
		Log: &w.log, Boards: w.boards, Store: w.store, Restart: restart}
}

// boards are the texts of the messages in the channel with something to press.
func (w *world) boards() []string {
	var all []string
	for _, m := range w.server.Messages(discordtest.Channel) {
		if len(discordtest.ControlsOf(m)) > 0 {
			all = append(all, m.Text())
		}
	}
	return all
}

// TestMatch plays a whole match, to what is shown at its end.
func TestMatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t, options())
	w.sit(terms)
	if err := bottest.Play(w.ctx, w.over, w.anna, w.bert); err != nil {
		t.Fatalf("%v\n%s", err, &w.log)
	}
	w.wait("the end in private", func() bool {
		m, ok := w.bert.Panel()
		return ok && strings.Contains(m.Text(), "The match is over")
	})
	t.Log("2 deals played")
	if boards := w.server.Messages(discordtest.Channel); len(boards) != 1 {
		t.Errorf("%d messages in the channel", len(boards))
	}
}

// TestFile: a file is for whom it answers.
func TestFile(t *testing.T) {
	t.Parallel()
	bottest.RunFile(t, evening)
}
