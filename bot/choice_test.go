package bot

import (
	"slices"
	"testing"

	"tarockbot/bot/pages"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// TestAnnouncedInOrder: what is chosen together is said in the order in which it
// may be, whichever was pressed first.
func TestAnnouncedInOrder(t *testing.T) {
	t.Parallel()
	say := func(w engine.Word) engine.Action { return engine.Say(engine.Announce, w) }
	p := engine.Prompt{Words: []engine.Action{say(engine.Absolute), say(engine.Panzer), say(engine.Valat), engine.Say(engine.Done, 0)}}
	got, err := chosenActions(p, []string{"announce.valat", "announce.absolute"})
	if want := []engine.Action{say(engine.Absolute), say(engine.Valat), engine.Say(engine.Done, 0)}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

// TestButtonsInOwnWords: a button says what the rule set calls its word.
func TestButtonsInOwnWords(t *testing.T) {
	t.Parallel()
	catalogue := everyCatalogue(t)
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for rules, want := range map[string]string{"illustrated/beck": "verb.unterer", "illustrated/loew": "verb.take"} {
			game, err := games.ByRules(rules)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(game.Rules, func(set engine.RuleSet) bool { return string(set.ID) == rules })
			if got := pages.ActionLabel(engine.Say(engine.Take, 0), game.Rules[i].Terms, w); got != w.Say(want) {
				t.Errorf("%s, %s: the button says %q, want %q", rules, lang, got, w.Say(want))
			}
		}
	}
}
