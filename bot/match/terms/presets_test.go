package terms

import (
	"testing"

	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

func TestPresets(t *testing.T) {
	t.Parallel()
	catalogue, _ := readPhrases(t)
	byGame := make(map[string][]Preset)
	for _, p := range Presets() {
		g, err := games.ByRules(p.Rules)
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		byGame[g.ID] = append(byGame[g.ID], p)
		terms := Terms{Game: games.All()[0], Setup: match.Setup{HidePoints: true}, Friends: []Friend{{Mention: "17"}}}
		terms.ApplyPreset(p)
		if _, err := terms.Setup.Check(g); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
		if got := terms.Preset(); got != p.ID {
			t.Errorf("%s is recognized as %q", p.ID, got)
		}
		if !terms.Setup.HidePoints || len(terms.Friends) != 1 {
			t.Errorf("%s drops other terms: %+v", p.ID, terms)
		}
		for _, lang := range words.Languages() {
			for _, text := range []string{"preset." + p.ID, "preset." + p.ID + ".about"} {
				if catalogue.In(lang).Say(text) == text {
					t.Errorf("%s: no text %s", lang, text)
				}
			}
		}
	}
	for _, g := range games.All() {
		all := byGame[g.ID]
		if len(all) < 3 {
			t.Fatalf("%s has %d presets", g.ID, len(all))
		}
		if first := all[0]; first.Rules != g.Rules[0].ID || len(first.Options) != 0 || first.Length != 0 {
			t.Errorf("%s: the first preset is %+v", g.ID, first)
		}
	}
	var other Terms
	other.ApplyPreset(Presets()[0])
	other.Setup.Options = engine.Options{"exchange": "classic", "contra": "on"}
	if got := other.Preset(); got != "" {
		t.Errorf("other terms are recognized as %q", got)
	}
}
