package bot

import (
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/standing"
	"tarockbot/storage/memory"
)

// TestUnratedWithStrangers: somebody of whom nothing is known doesn't hide what the
// others wish.
func TestUnratedWithStrangers(t *testing.T) {
	t.Parallel()
	b := botOver(t, memory.New())
	in := chat.Input{ID: "help", User: "fake:bert", Name: "bert", Lang: "en", Line: "help"}
	if _, err := b.Handle(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if _, err := b.People.Change(t.Context(), in.User, func(p *people.Person) { p.Ranking = standing.Off }); err != nil {
		t.Fatal(err)
	}
	why, err := b.Dealer.WhyUnrated(t.Context(), &match.Table{Chairs: []match.Chair{{User: "fake:stranger"}, {User: in.User}}})
	if err != nil || why != standing.UnratedOff {
		t.Errorf("got %q, %v, want %q", why, err, standing.UnratedOff)
	}
}
