package pages

import (
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// TestButtonsInOwnWords: a button says what the rule set calls its word.
func TestButtonsInOwnWords(t *testing.T) {
	t.Parallel()
	catalogue := guideCatalogue(t)
	for _, lang := range words.Languages() {
		w := catalogue.In(lang)
		for rules, want := range map[string]string{"illustrated/beck": "verb.unterer", "illustrated/loew": "verb.take"} {
			game, err := games.ByRules(rules)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(game.Rules, func(set engine.RuleSet) bool { return string(set.ID) == rules })
			if got := actionLabel(engine.Say(engine.Take, 0), game.Rules[i].Terms, w); got != w.Say(want) {
				t.Errorf("%s, %s: the button says %q, want %q", rules, lang, got, w.Say(want))
			}
		}
	}
}
