package terms

import (
	"cmp"
	"maps"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

// Preset is a popular way to play, chosen with one press. The texts "preset.ID" and "preset.ID.about" describe it.
type Preset struct {
	ID      string
	Rules   string
	Options engine.Options // those that aren't usual
	Length  int            // in deals; 0 for the usual
}

// firstEvening is the id of the preset for beginners.
const firstEvening = "kosakeln-short"

// presets lists three or more for each game, the usual one first.
var presets = []Preset{
	{ID: "kosakeln", Rules: "kosakeln/bamberger"},
	{ID: firstEvening, Rules: "kosakeln/bamberger", Options: engine.Options{"exchange": "easy"}, Length: 2},
	{ID: "kosakeln-spieleversum", Rules: "kosakeln/spieleversum"},
	{ID: "kosakeln-beck", Rules: "kosakeln/beck"},
	{ID: "illustrated-loew", Rules: "illustrated/loew"},
	{ID: "illustrated-beck", Rules: "illustrated/beck"},
	{ID: "illustrated-mayr", Rules: "illustrated/mayr-sedlaczek"},
	{ID: "strohmandeln", Rules: "strohmandeln/classic"},
	{ID: "strohmandeln-extended", Rules: "strohmandeln/extended"},
	{ID: "strohmandeln-forty", Rules: "strohmandeln/forty"},
}

// Presets returns all presets in the order of the menu.
func Presets() []Preset { return slices.Clone(presets) }

// FirstEvening returns the preset for beginners: short, with the easy exchange.
func FirstEvening() Preset {
	return presets[slices.IndexFunc(presets, func(p Preset) bool { return p.ID == firstEvening })]
}

// Game returns the preset's game.
func (p Preset) Game() engine.Game {
	g, _ := p.rules()
	return g
}

// ApplyPreset chooses the preset's rules, options and length. Friends and pace stay.
func (t *Terms) ApplyPreset(p Preset) {
	g, set := p.rules()
	t.ChooseRulesAnew(g, set)
	maps.Copy(t.Setup.Options, p.Options)
	t.Setup.Length = cmp.Or(p.Length, g.LengthsOf(p.Rules)[0])
}

// Preset returns the id of the preset that the terms equal; empty if none. Friends and pace don't matter.
func (t *Terms) Preset() string {
	for _, p := range presets {
		other := *t
		other.ApplyPreset(p)
		if t.Setup.Rules == p.Rules && maps.Equal(t.Setup.Options, other.Setup.Options) && t.Setup.Length == other.Setup.Length {
			return p.ID
		}
	}
	return ""
}

// rules returns the preset's game and rule set. A test makes sure that they exist.
func (p Preset) rules() (engine.Game, engine.RuleSet) {
	g, _ := games.ByRules(p.Rules)
	set, _ := g.RuleSet(p.Rules)
	return g, set
}
