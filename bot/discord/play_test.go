package discord_test

import (
	"strings"
	"testing"

	"tarockbot/bot"
	"tarockbot/bot/bottest"
	"tarockbot/bot/discord/discordtest"
)

// allTerms are challenges by every rule set, with every value of every option.
func allTerms(t *testing.T) []string {
	t.Helper()
	v, err := bot.NewVocabulary("en")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, set := range v.Rules {
		all = append(all, set.Word)
		for _, opt := range set.Options {
			for _, value := range opt.Values[1:] { // the first is the default
				all = append(all, set.Word+" "+opt.Name+"="+value.Word)
			}
		}
	}
	return all
}

// TestMatches plays whole matches of every rule set and option by pressing
// what the panels offer, over HTTP and WebSocket.
func TestMatches(t *testing.T) {
	t.Parallel()
	for _, terms := range allTerms(t) {
		t.Run(terms, func(t *testing.T) {
			w := newWorld(t, options())
			w.sit(terms + " 2")
			if err := bottest.Play(w.ctx, w.over, w.anna, w.bert); err != nil {
				t.Fatalf("%v\n%s", err, &w.log)
			}
			w.wait("the end in private", func() bool {
				m, ok := w.bert.Panel()
				return ok && strings.Contains(m.Text(), "The match is over")
			})
			if boards := w.server.Messages(discordtest.Channel); len(boards) != 1 {
				t.Errorf("%d boards in the channel", len(boards))
			}
		})
	}
}
