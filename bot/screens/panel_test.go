package screens

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

func loadCatalogue(t *testing.T) *words.Catalogue {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}

func TestLaidLine(t *testing.T) {
	t.Parallel()
	catalogue := loadCatalogue(t)
	two := card.Set(0b11)
	for _, tt := range []struct {
		name     string
		declarer engine.Seat
		talon    int // how many were for the talon
		want     string
	}{
		{"discards for the talon only", 0, 2, "panel.laid.talon"},
		{"discards for the talon and in the exchange", 0, 1, "panel.laid"},
		{"discards in the exchange only", engine.Nobody, 0, "panel.laid"},
		{"discards of a defender", 1, 2, "panel.laid"},
	} {
		v := engine.View{Hand: engine.Hand{PutAway: two}}
		v.PublicView.Declarer, v.PublicView.DeclarerDiscards.N = tt.declarer, tt.talon
		for _, lang := range []string{"de", "en"} {
			w := catalogue.In(lang)
			if got, want := laidLine(v, w)[0].Text, w.Say(tt.want, "Cards", describe.Cards(two, w)); got != want {
				t.Errorf("%s: got %q, want %q", tt.name, got, want)
			}
		}
	}
}

func TestClaimButtonNamesSeat(t *testing.T) {
	t.Parallel()
	all := loadCatalogue(t)
	late := &match.Table{ID: "x7k2p4qa", Chairs: []match.Chair{{Step: 7}, {Step: 7, Reminded: match.TimeUp}, {Step: 7, Reminded: match.TimeUp, TimedOut: 1}}}
	for s := range late.Clocks().LateSeats().All() {
		for _, b := range (requests{tableText: textOf(late, all.In("en"))}).claim(s) {
			named, end := strings.CutSuffix(b.Line, " "+WordEnd)
			if got, err := late.Clocks().ClaimedSeat(0, strings.Fields(named)[2:], end); got != s || err != nil {
				t.Errorf("%q names seat %d (%v), want %d", b.Line, got, err, s)
			}
		}
	}
	for name, tt := range map[string]struct {
		named  string
		reason string
	}{
		"of the old form without a seat": {"7", "stale"},
		"for an earlier question":        {"1 6", "stale"},
		"for a player with time left":    {"0 7", "stale"},
	} {
		if s, err := late.Clocks().ClaimedSeat(engine.Seat(0), strings.Fields(tt.named), false); !chat.IsRefusal(err, tt.reason) {
			t.Errorf("a button %s claims seat %d: %v", name, s, err)
		}
	}
}

func TestButtonsUseTermsOfRules(t *testing.T) {
	t.Parallel()
	catalogue := loadCatalogue(t)
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for rules, want := range map[string]string{"illustrated/beck": "verb.unterer", "illustrated/loew": "verb.take"} {
			game, err := games.ByRules(rules)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(game.Rules, func(set engine.RuleSet) bool { return set.ID == rules })
			if got := actionLabel(engine.Say(engine.TakeOver, 0), game.Rules[i].Terms, w); got != w.Say(want) {
				t.Errorf("%s, %s: the button says %q, want %q", rules, lang, got, w.Say(want))
			}
		}
	}
}
